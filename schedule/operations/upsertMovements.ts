import { TASK_MEMBER, TASK_ROLES } from '../entities/task.ts';
import type { TaskFields, TaskRole } from '../../db/versions/entities.ts';
import { present } from '../../engine/present.ts';
import type { Edited, Edits } from '../changes/edits.ts';
import { mergeMetadata } from '../changes/mergeMetadata.ts';
import type { MovementInput } from '../entities/movement.ts';
import type { OperationInput } from '../entities/operation.ts';
import type { TaskInput } from '../entities/task.ts';
import { below, item } from '../problems.ts';
import { readInstant } from '../tasks/readInstant.ts';
import { derivedExpectedTime } from '../tasks/window.ts';
import { Turn } from '../turns.ts';
import { deleteOperationIn } from './deleteOperation.ts';
import { createOperationIn, patchOperationIn } from './editOperation.ts';

/** What movements did to an operation. */
export interface MovementEffect {
  readonly id: string;
  readonly effect: 'created' | 'merged' | 'deleted';
  /** Indices of the movements. */
  readonly items: readonly number[];
}

interface Sent {
  readonly input: MovementInput;
  readonly item: number;
}

/** The movements of one operation in this upload. */
interface Turnaround {
  inbound?: Sent;
  outbound?: Sent;
}

const OTHER = { inbound: 'outbound', outbound: 'inbound' } as const;

/**
 * Merges arrivals and departures, each given on its own, into operations. One that an operation has already (by the task's externalId) is merged into
 * it, and what is paired there stays paired. A new one joins the operation of the movement that it turns with, where that has no more than a mock
 * on this side; else it gets an operation of its own, with a mock on the other side. Two operations that turn out to be halves of one become one.
 */
export const upsertMovements = async (edits: Edits, movements: readonly MovementInput[]): Promise<MovementEffect[]> => {
  const work = new Movements(edits);
  const turn = new Turn();
  for (const one of turnarounds(edits, movements)) {
    work.take(one);
    if (turn.isOver) await turn.pass();
  }
  return work.effects();
};

const keyOf = (role: TaskRole, externalId: string): string => `${role} ${externalId}`;

/** In the order of their first movements in the upload. */
const turnarounds = (edits: Edits, movements: readonly MovementInput[]): Turnaround[] => {
  const byKey = new Map<string, Turnaround>();
  const list: Turnaround[] = [];
  const linked: Sent[] = [];
  for (const [i, input] of movements.entries()) {
    const key = keyOf(input.role, input.externalId);
    if (byKey.has(key)) {
      const message = `${input.externalId} (${input.role}) is in the upload twice.`;
      edits.problems.add(below(item('movements', i), 'externalId'), 'duplicate', message);
      continue;
    }
    const sent = { input, item: i };
    const one: Turnaround = { [input.role]: sent };
    byKey.set(key, one);
    list.push(one);
    if (input.turnsWith != null) linked.push(sent);
  }
  for (const { input } of linked) {
    const { role, externalId, turnsWith } = input;
    const one = present(byKey.get(keyOf(role, externalId)));
    const other = byKey.get(keyOf(OTHER[role], present(turnsWith)));
    if (other === undefined || one[OTHER[role]] !== undefined || other[role] !== undefined) continue;
    const joined = Object.assign(one, { [OTHER[role]]: other[OTHER[role]] });
    byKey.set(keyOf(OTHER[role], present(turnsWith)), joined);
    delete other[OTHER[role]];
  }
  return list.filter(({ inbound, outbound }) => inbound !== undefined || outbound !== undefined);
};

const isMock = (task: Edited<'task'> | undefined): boolean => task === undefined || task.fields.isMock;

/** The id of an operation; `ambiguous` if several have the same identifier. */
type Found = { readonly id: string } | 'ambiguous' | undefined;

class Movements {
  private readonly edits: Edits;
  /** Operations by the external ids of their tasks on one side. */
  private readonly known = new Map<string, Set<string>>();
  private readonly touched = new Map<string, { effect: MovementEffect['effect']; items: number[] }>();

  constructor(edits: Edits) {
    this.edits = edits;
    for (const { fields } of edits.state.all('task')) this.learn(fields);
  }

  effects(): MovementEffect[] {
    return [...this.touched].map(([id, touched]) => ({ id, ...touched }));
  }

  take(turnaround: Turnaround): void {
    const one = { ...turnaround };
    for (const role of TASK_ROLES) {
      const sent = one[role];
      if (sent?.input.cancelled !== true) continue;
      this.cancel(sent);
      delete one[role];
    }
    const { inbound, outbound } = one;
    if (inbound === undefined && outbound === undefined) return;
    const arrived = this.find('inbound', inbound, outbound);
    const departs = this.find('outbound', outbound, inbound);
    if (arrived === 'ambiguous' || departs === 'ambiguous') return;
    if (arrived === undefined && departs === undefined) this.create(one);
    else if (arrived === undefined) this.join(present(departs).id, one);
    else if (departs === undefined || arrived.id === departs.id) this.join(arrived.id, one);
    else this.unite(arrived.id, departs.id, one);
  }

  private learn({ operation, role, externalId }: TaskFields): void {
    if (operation === null || role === null || externalId === null) return;
    const key = keyOf(role, externalId);
    const ids = this.known.get(key);
    if (ids === undefined) this.known.set(key, new Set([operation]));
    else ids.add(operation);
  }

  /** The operation that the movement belongs to, by its own external id or by that of the movement that it turns with. */
  private find(role: TaskRole, sent: Sent | undefined, other: Sent | undefined): Found {
    const externalId = sent?.input.externalId ?? other?.input.turnsWith;
    if (externalId == null) return undefined;
    const ids = [...(this.known.get(keyOf(role, externalId)) ?? [])].filter(
      (id) => this.edits.taskOf(id, role)?.fields.externalId === externalId,
    );
    const [id] = ids;
    if (ids.length <= 1) return id === undefined ? undefined : { id };
    const path = below(item('movements', present(sent ?? other).item), sent === undefined ? 'turnsWith' : 'externalId');
    const message = `${externalId} (${role}) is in several operations: ${ids.join(', ')}.`;
    this.edits.problems.add(path, 'external_id_ambiguous', message);
    return 'ambiguous';
  }

  private create(one: Turnaround): void {
    const known = this.timesOf(one.inbound) ?? this.timesOf(one.outbound);
    if (known === null) return;
    const task = (role: TaskRole): TaskInput => {
      const sent = one[role];
      if (sent !== undefined) return this.taskInput(sent, undefined);
      return this.mock(role, present(one[OTHER[role]]).input.taskName, known.scheduled, known.expected);
    };
    const externalId = present(one.inbound ?? one.outbound).input.externalId;
    this.naming(one, (path) => {
      const input = { externalId, inboundTask: task('inbound'), outboundTask: task('outbound') };
      this.touch('created', createOperationIn(this.edits, input, path), one);
    });
  }

  /** Merges movements into an existing operation. A task of it that is not a mock stays, and the movement then gets an operation of its own. */
  private join(id: string, one: Turnaround): void {
    const fits = (role: TaskRole): boolean => {
      const stored = this.edits.taskOf(id, role);
      return isMock(stored) || stored?.fields.externalId === one[role]?.input.externalId;
    };
    for (const role of TASK_ROLES) {
      const sent = one[role];
      if (sent === undefined || fits(role)) continue;
      this.join(id, { [OTHER[role]]: one[OTHER[role]] });
      this.create({ [role]: sent });
      return;
    }
    this.merge(id, one);
  }

  /** Joins two operations into one if each has only a mock where the other one has its movement; one of them ends. */
  private unite(arrived: string, departs: string, one: Turnaround): void {
    const areHalves = isMock(this.edits.taskOf(arrived, 'outbound')) && isMock(this.edits.taskOf(departs, 'inbound'));
    const stays = (): string => {
      if (one.inbound === undefined || one.outbound === undefined) return one.inbound === undefined ? arrived : departs;
      const isPlaced = (id: string): boolean => this.edits.assignmentOf(id) !== undefined;
      return isPlaced(departs) && !isPlaced(arrived) ? departs : arrived;
    };
    if (areHalves) {
      const kept = stays();
      this.remove(kept === arrived ? departs : arrived, one);
      this.merge(kept, one);
      return;
    }
    if (one.inbound !== undefined) this.merge(arrived, { inbound: one.inbound });
    if (one.outbound !== undefined) this.merge(departs, { outbound: one.outbound });
  }

  private merge(id: string, one: Turnaround): void {
    if (one.inbound === undefined && one.outbound === undefined) return;
    this.naming(one, (path) => {
      const input: { -readonly [K in 'inboundTask' | 'outboundTask']?: OperationInput[K] } = {};
      for (const role of TASK_ROLES) {
        const sent = one[role];
        if (sent !== undefined) input[TASK_MEMBER[role]] = this.taskInput(sent, this.edits.taskOf(id, role)?.fields);
      }
      patchOperationIn(this.edits, id, input, path);
      this.moveMock(id, path);
    });
    this.touch('merged', id, one);
  }

  /** Moves mocks along with the side that is known, at the same distance. */
  private moveMock(id: string, path: string): void {
    for (const role of TASK_ROLES) {
      const known = this.edits.taskOf(id, OTHER[role])?.fields;
      const stored = this.edits.taskOf(id, role)?.fields;
      if (known === undefined || known.isMock || stored?.isMock !== true) continue;
      const mock = this.mock(role, known.taskName, known.scheduledTime, derivedExpectedTime(known));
      patchOperationIn(this.edits, id, { [TASK_MEMBER[role]]: mock }, path);
    }
  }

  private cancel(sent: Sent): void {
    const { role } = sent.input;
    const found = this.find(role, sent, undefined);
    if (found === undefined || found === 'ambiguous') return;
    const { id } = found;
    const other = this.edits.taskOf(id, OTHER[role]);
    if (other === undefined || isMock(other)) return this.remove(id, { [role]: sent });
    const blank = this.mock(role, other.fields.taskName, other.fields.scheduledTime, derivedExpectedTime(other.fields));
    patchOperationIn(this.edits, id, { [TASK_MEMBER[role]]: blank }, item('movements', sent.item));
    this.touch('merged', id, { [role]: sent });
  }

  private remove(id: string, one: Turnaround): void {
    deleteOperationIn(this.edits, id);
    if (this.touched.get(id)?.effect === 'created') this.touched.delete(id);
    else this.touch('deleted', id, one);
  }

  private touch(effect: MovementEffect['effect'], id: string, one: Turnaround): void {
    for (const role of TASK_ROLES) {
      const task = this.edits.taskOf(id, role);
      if (task === undefined) continue;
      this.learn(task.fields);
      // A mock is attributed to the movement that it stands opposite to.
      const sent = one[role] ?? one[OTHER[role]];
      if (sent !== undefined) this.edits.nameTask(task.id, item('movements', sent.item));
    }
    const items = TASK_ROLES.flatMap((role) => one[role]?.item ?? []);
    const before = this.touched.get(id);
    if (before === undefined) this.touched.set(id, { effect, items });
    else {
      before.items.push(...items);
      if (effect === 'deleted') before.effect = effect;
    }
  }

  /** The best known time in Unix milliseconds. Reports a problem and returns null if none is known. */
  private timesOf(sent: Sent | undefined): { readonly scheduled: number; readonly expected: number } | null {
    if (sent === undefined) return null;
    const path = item('movements', sent.item);
    const read = (value: string | null | undefined): number | null =>
      value == null ? null : readInstant(value, path, this.edits.problems);
    const [scheduled, expected, actual] = [
      sent.input.scheduledTime,
      sent.input.expectedTime,
      sent.input.actualTime,
    ].map(read);
    const first = scheduled ?? expected ?? actual;
    if (first == null) {
      this.edits.problems.add(below(path, 'scheduledTime'), 'required', 'is required (or expectedTime, or actualTime)');
      return null;
    }
    return { scheduled: first, expected: actual ?? expected ?? first };
  }

  private mock(role: TaskRole, taskName: string, scheduled: number, expected: number): TaskInput {
    const stayMs = this.edits.state.record.fields.minimumStaySeconds * 1000;
    const at = (known: number): string => new Date(known + (role === 'outbound' ? stayMs : -stayMs)).toISOString();
    return {
      externalId: null,
      taskName,
      scheduledTime: at(scheduled),
      expectedTime: at(expected),
      expectedTimesSource: 'schedule',
      actualTime: null,
      isMock: true,
      metadata: null,
    };
  }

  /** The movement as a write of the task; `stored` is the task that it is merged into. */
  private taskInput({ input }: Sent, stored: TaskFields | undefined): TaskInput {
    const { role: _role, turnsWith: _turnsWith, cancelled: _cancelled, scheduledTime, expectedTime, ...rest } = input;
    const source = input.expectedTimesSource ?? (expectedTime == null ? 'schedule' : 'external');
    if (stored === undefined || stored.isMock) {
      const first = present(scheduledTime ?? expectedTime ?? input.actualTime);
      const times = { scheduledTime: first, expectedTime: expectedTime ?? first, expectedTimesSource: source };
      return { actualTime: null, ...rest, ...times, isMock: false };
    }
    const written: TaskInput = { ...rest, metadata: mergeMetadata(stored.metadata, input.metadata) };
    const follows = expectedTime ?? (source === 'schedule' ? scheduledTime : null);
    // A time from a schedule does not replace an estimate.
    const isOutdone = source === 'schedule' && stored.expectedTimesSource !== 'schedule';
    const { expectedTimesSource: _source, ...estimated } = written;
    return {
      ...(isOutdone || follows == null
        ? estimated
        : { ...written, expectedTime: follows, expectedTimesSource: source }),
      ...(scheduledTime == null ? {} : { scheduledTime }),
      isMock: false,
    };
  }

  /** Attributes problems of a task to its movement. */
  private naming(one: Turnaround, work: (path: string) => void): void {
    const { list, missing } = this.edits.problems;
    const from = list.length;
    const path = item('movements', present(one.inbound ?? one.outbound).item);
    work(path);
    for (let i = from; i < list.length; i++) {
      const problem = present(list[i]);
      for (const role of TASK_ROLES) {
        const sent = one[role] ?? one[OTHER[role]];
        const at = below(path, TASK_MEMBER[role]);
        if (sent === undefined || (problem.path !== at && !problem.path.startsWith(`${at}.`))) continue;
        const named = { ...problem, path: item('movements', sent.item) + problem.path.slice(at.length) };
        list[i] = named;
        const reference = missing.get(problem);
        if (reference === undefined) continue;
        missing.delete(problem);
        missing.set(named, reference);
      }
    }
  }
}
