import { type Instance, PartFlag } from '../instance/instance.ts';
import { bufferSeconds } from '../objective/pairs/buffers.ts';
import type { Placement } from '../objective/score.ts';
import { durationText, listed, numberText } from '../wording.ts';
import type { Clock } from './clock.ts';
import type { Reason, Relaxation } from './reason.ts';
import { sharedTags } from './sharedTags.ts';
import type { Surroundings } from './surroundings.ts';

/** At most this many names are listed; the rest are only counted. */
const MOST_NAMES = 5;
const TIME_LENGTH = '10:05'.length;

/** Words reasons and relaxations as sentences for planners. */
export class Speaker {
  private readonly around: Surroundings;
  private readonly instance: Instance;
  private readonly placement: Placement;
  private readonly clock: Clock;
  private readonly optimal: boolean;

  /** `optimal` says that the plan is proven to be the best. */
  constructor(around: Surroundings, clock: Clock, optimal: boolean) {
    this.around = around;
    this.instance = around.instance;
    this.placement = around.placement;
    this.clock = clock;
    this.optimal = optimal;
  }

  reason(reason: Reason): string {
    const { part, partner, kind } = reason;
    const name = this.operation(part);
    const trouble =
      partner < 0 ? `${name} has no place` : `${name} cannot get out of the way of ${this.operation(partner)}`;
    if (kind === 'pinned') return this.pinned(reason);
    if (kind === 'choice') return this.choice(reason);
    if (kind === 'ineligible')
      return `${trouble}: no resource has all that it needs${this.needs([part])}${this.forbids(part)}.`;
    if (kind === 'crowded') return `${trouble}: ${reason.parts.length === 1 ? this.taken(reason) : this.crowd(reason)}`;
    if (kind === 'limit') {
      return `${trouble}: there is room ${this.places(reason)}, but the run may not move as many operations as that takes.`;
    }
    if (this.optimal) {
      const better = `${trouble}: the plan is proven optimal, so no better plan exists.`;
      if (reason.way === null) return better;
      return `${better} As everything else stands, its cheapest place, ${this.resource(reason.way.moves[0].to)}, means a conflict there, and ${this.change(reason.way.delta)}.`;
    }
    const left = `${trouble}, and neither room nor a proof that there is none was found within ${reason.steps} steps: the plan simply left it.`;
    if (reason.way === null) return left;
    return `${left} The cheapest place, ${this.resource(reason.way.moves[0].to)}, means a conflict there, and ${this.change(reason.way.delta)}.`;
  }

  relaxation({ kind, part, resource, rule, tag, seconds, atEnd }: Relaxation): string {
    const { instance } = this;
    const { names, start, end } = instance;
    const name = part < 0 ? '' : this.operation(part);
    const ruleName = rule < 0 ? '' : names.rules[rule].name;
    if (kind === 'delay') return `Delay ${name} by ${duration(seconds)}.`;
    if (kind === 'release') return `Let ${name}, which ${this.standing(part)}, move.`;
    if (kind === 'remove') return `Do without ${name}.`;
    if (kind === 'waive') {
      const place = this.resource(resource);
      return tag === null
        ? `Let ${name} use ${place} against the rule "${ruleName}".`
        : `Let ${name} use ${place} without ${names.tagLabels.get(tag)}.`;
    }
    if (kind === 'buffer') {
      return `Keep ${seconds} s instead of ${bufferSeconds(instance, rule)} s by the rule "${ruleName}".`;
    }
    return atEnd
      ? `End ${name} at ${this.clock(end[part] - seconds)}, ${duration(seconds)} sooner.`
      : `Begin ${name} at ${this.clock(start[part] + seconds)}, ${duration(seconds)} later.`;
  }

  private crowd({ part, parts, resources, from, to, atOnce, given }: Reason): string {
    const others = this.listOf(
      parts.filter((other) => other !== part),
      (other) => this.operation(other),
    );
    const where = this.listOf(resources, (resource) => this.resource(resource));
    const one = resources.length === 1;
    const text = atOnce
      ? `from ${this.span(from, 'to', to)} it and ${others} need ${parts.length} resources${this.needs(parts)}, and only ${resources.length} can take them: ${where}.`
      : `between ${this.span(from, 'and', to)} it and ${others} cannot all be placed${this.needs(parts)}, however they are arranged on the ${one ? 'one resource' : `${resources.length} resources`} that can take them: ${where}.`;
    const obstacles =
      given.length === 0
        ? ''
        : ` In the way ${given.length === 1 ? 'is' : 'are'} ${this.listOf(given, (other) => this.fixture(other))}.`;
    return `${text}${obstacles} Without any one of these ${parts.length} there is room for the rest.`;
  }

  /** The text for a single part: what blocks every resource that it may use. */
  private taken({ part, from, to, given }: Reason): string {
    const { around, instance } = this;
    const eligible = around.eligible(part);
    const ways = eligible.map((resource) => {
      const other = around.blockers(instance, part, resource).find((blocker) => given.includes(blocker));
      return `${this.resource(resource)} because of ${other === undefined ? 'what is there' : this.fixture(other)}`;
    });
    const text =
      eligible.length === 1
        ? 'the one resource that can take it'
        : `none of the ${eligible.length} resources that can take it`;
    const isFree = eligible.length === 1 ? 'is not free' : 'is free';
    return `${text}${this.needs([part])} ${isFree} from ${this.span(from, 'to', to)}: ${listed(ways)}.`;
  }

  private pinned({ part, partner }: Reason): string {
    const name = this.operation(part);
    if (partner < 0) return `${name} has no place: it ${this.standing(part)}, without a resource.`;
    const other = `${this.operation(partner)} ${this.standing(partner)}`;
    return `${name} ${this.standing(part)} on ${this.resource(this.placement[part])}, and ${other} on ${this.resource(this.placement[partner])}: neither may move.`;
  }

  private choice({ part, partner, way }: Reason): string {
    const delta = way?.delta ?? 0;
    const name = this.operation(part);
    const change = this.change(delta);
    const place = this.places({ part, way });
    if (partner >= 0) {
      const conflict = `The conflict of ${name} with ${this.operation(partner)}`;
      return delta < 0
        ? `${conflict} can be ended: there is room ${place}, and ${change}.`
        : `${conflict} is the cheaper choice: there is room ${place}, but ${change}.${this.proof()}`;
    }
    return delta < 0
      ? `${name} can have a place: there is room ${place}, and ${change}. The plan has not found it.`
      : `${name} is left out by choice: there is room ${place}, but ${change}.${this.proof()}`;
  }

  private places({ part, way }: Pick<Reason, 'part' | 'way'>): string {
    const moves = way?.moves ?? [];
    const own = moves.find((move) => move.part === part);
    const others = moves.filter((move) => move.part !== part);
    const moved = this.listOf(others, (move) => `${this.operation(move.part)} to ${this.resource(move.to)}`);
    const place = own === undefined ? 'where it is' : `on ${this.resource(own.to)}`;
    return others.length === 0
      ? place
      : `${place} once ${others.length === 1 ? '' : 'these move: '}${moved}${others.length === 1 ? ' moved' : ''}`;
  }

  private proof(): string {
    return this.optimal ? ' The plan is proven optimal: no better one exists.' : '';
  }

  private change(delta: number): string {
    if (delta === 0) return 'the score would stay';
    return `the score would ${delta < 0 ? 'fall' : 'rise'} by ${numberText(Math.abs(delta) / 100)}`;
  }

  private fixture(part: number): string {
    const { start, end } = this.instance;
    return `${this.operation(part)} (${this.standing(part)}, ${this.span(start[part], 'to', end[part])})`;
  }

  private standing(part: number): string {
    const flags = this.instance.flags[part];
    if ((flags & PartFlag.blocker) !== 0) return 'is a blocker';
    if ((flags & PartFlag.fixed) !== 0) return 'is fixed';
    return (flags & PartFlag.started) === 0 ? 'is frozen' : 'has started';
  }

  private needs(parts: readonly number[]): string {
    const { tagLabels } = this.instance.names;
    const tags = sharedTags(this.instance, parts).map((tag) => tagLabels.get(tag)!);
    return tags.length === 0 ? '' : ` (${tags.join(', ')})`;
  }

  private forbids(part: number): string {
    const { terms, names } = this.instance;
    const rules = terms.matches.filter(({ hard, parts }) => hard && parts[part] === 1);
    const labels = rules.map(({ rule }) => `"${names.rules[rule].name}"`);
    return labels.length === 0
      ? ''
      : ` and is left open by the rule${labels.length === 1 ? '' : 's'} ${listed(labels)}`;
  }

  /** Formats a span as `20 Nov 10:05 to 10:30`; a day that both times share is written once. */
  private span(from: number, word: 'to' | 'and', to: number): string {
    const [first, last] = [this.clock(from), this.clock(to)];
    const day = first.slice(0, -TIME_LENGTH);
    return `${first} ${word} ${last.startsWith(day) ? last.slice(day.length) : last}`;
  }

  private operation(part: number): string {
    return this.instance.names.operationLabels[this.instance.operation[part]];
  }

  private resource(index: number): string {
    return this.instance.names.resourceLabels[index];
  }

  private listOf<T>(items: readonly T[], nameOf: (item: T) => string): string {
    const rest = items.length - MOST_NAMES;
    if (rest <= 1) return listed(items.map(nameOf));
    return listed([...items.slice(0, MOST_NAMES).map(nameOf), `${rest} more`]);
  }
}

/** `40 s`, `25 min`, `1 h 30 min`. */
const duration = (seconds: number): string => {
  if (seconds % 60 !== 0 && seconds < 600) return `${seconds} s`;
  return durationText(60 * Math.ceil(seconds / 60));
};
