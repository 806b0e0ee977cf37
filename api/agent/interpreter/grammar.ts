import { OPERATION_NOUNS, RESOURCE_NOUNS } from '../directory/names.ts';
import { match, type Pattern, readPattern, type SlotName, type Slots, wordsOf } from './pattern.ts';
import type { Token } from './tokens.ts';

const CLASSES = {
  stand: [...RESOURCE_NOUNS].join(' '),
  flight: [...OPERATION_NOUNS].join(' '),
  conflict: 'conflict conflicts conflicting clash clashes overlap overlaps overlapping collision collisions double-booking',
  if: 'if suppose assume imagine assuming supposing',
  move: 'move put send shift relocate reassign transfer tow bring place park assign switch change allocate',
  moved: 'goes go moves moved went move put send parks shift used took takes uses stands stood',
  optimizer: 'optimization optimisation optimizer optimiser run solver solving optimizing optimising',
  draft: 'draft workspace scenario',
  live: 'mainline live main',
};

/** Words that say nothing here, and may stand anywhere. */
const FILLERS = new Set(
  [
    'a an the please can could would will shall should may do does did is are was were be been being am has have had there',
    'i me my we us our you your they their them show tell give list find get see let know want need like',
    'any some all of on at in for to with by from into onto up about involving regarding concerning',
    'and so then also just really actually currently still ok okay hey hi hello well maybe quickly kindly',
    'what which who how whether happen happens happened - thanks thank look out over',
    [...RESOURCE_NOUNS, ...OPERATION_NOUNS].join(' '),
    'plan planning schedule day shift problem problems issue issues current every possible going',
  ]
    .join(' ')
    .split(' '),
);

export type Intent =
  | 'applied'
  | 'outOfReach'
  | 'help'
  | 'thanks'
  | 'resolve'
  | 'swap'
  | 'whatIfSwap'
  | 'whatIfDelay'
  | 'whatIfArrival'
  | 'whatIfDeparture'
  | 'whatIfMove'
  | 'whatIfClosed'
  | 'delay'
  | 'move'
  | 'moveAway'
  | 'unassign'
  | 'clear'
  | 'conflicts'
  | 'whyNot'
  | 'why'
  | 'fits'
  | 'candidates'
  | 'freeStands'
  | 'isFree'
  | 'where'
  | 'when'
  | 'occupancy'
  | 'optimize'
  | 'followRun'
  | 'compare'
  | 'changes'
  | 'lastChange'
  | 'unassigned'
  | 'late'
  | 'arrivals'
  | 'departures'
  | 'operations'
  | 'stands'
  | 'metrics'
  | 'about';

interface Entry {
  readonly intent: Intent;
  readonly patterns: readonly Pattern[];
}

const entry = (intent: Intent, anywhere: readonly SlotName[], ...sources: string[]): Entry => ({
  intent,
  patterns: sources.map((source) => readPattern(source, anywhere, CLASSES)),
});

/** In order: the first that accounts for the whole request is what is meant. */
const GRAMMAR: readonly Entry[] = [
  entry('help', [], 'help ...', 'what can|do you do|offer', 'what can i ask|say', 'how do|does this|it work', 'hello|hi|hey', 'good morning'),
  entry('thanks', [], 'thanks|thank|great|perfect|cheers|good|super [you] [very] [much]'),
  entry('applied', [], 'apply|accept|confirm|approve|adopt|execute ...', 'yes|go [apply] [ahead] ...', 'do it|that|this [now]'),
  entry(
    'outOfReach',
    [],
    'publish|delete|create|add|cancel|undo|revert|rename|edit|email|archive|rebase|import|export|abort|pin|unpin|lock|unlock|commit|save|discard ...',
    'stop|kill @optimizer ...',
    'log in|out ...',
  ),

  entry('resolve', ['resource', 'operation', 'window'],
    'resolve|fix|solve|sort|remove|untangle|repair|eliminate|avoid|settle|deconflict|clear [out] @conflict',
    'get rid of @conflict',
    'resolve|fix|solve|deconflict|untangle <operation>',
    'resolve|fix|solve|sort it|that|this|everything',
    'what can|should|do i|we do about @conflict',
    'solution|solutions|strategy|strategies|suggestions|suggestion [@conflict]'),

  entry('whatIfSwap', [], '@if swap|swapped|exchange|exchanged|switch|switched|trade <operation> and|with|for <operation2>',
    '@if <operation> and|with <operation2> swap|swapped|exchange|switch [places]'),
  entry('swap', [], 'swap|exchange|switch|trade|interchange [stands|places] <operation> and|with|for|against <operation2>'),
  entry('whatIfDelay', [],
    '[@if] <operation> late|later|delayed|delay|behind [by] <duration>',
    '[@if] <operation> is|was|were|gets|runs|arrives|comes|lands|has|had|leaves|departs <duration> late|later|delayed|behind|delay|delays [schedule]',
    '@if <operation> slips|slides [by] <duration>',
    '<duration> delay of|for|on|to <operation>',
    'delay of <duration> of|for|on|to <operation>',
    '@if delay|delayed <operation> [by] <duration>'),
  entry('whatIfArrival', [], '@if <operation> arrives|lands|comes|arrive|arrived|land|come|reaches [only] <instant>', '@if <operation> in <instant>'),
  entry('whatIfDeparture', [], '@if <operation> leaves|departs|leave|depart|left|stays|goes [until] <instant>', '@if <operation> stays|leaves|stay [until] <window>'),
  entry('whatIfMove', [], '@if <operation> @moved [moved] from <resource2> <resource>', '@if <operation> @moved [moved] <resource>',
    '@if @moved|@move <operation> [from] <resource>', '@if <operation> were|was|is <resource>'),
  entry('whatIfClosed', ['window', 'duration'],
    '@if <resource> closed|closes|close|shut|unavailable|blocked|down|out|fails|broken [service|order|use|action]',
    '@if lose|lost|close|closed|block|blocked <resource>',
    'impact|effect|consequences closing|closure [of] <resource>'),

  entry('fits', ['window'], 'can|could|would|may|will <operation> go|move|park|use|fit|stand|be [moved] [also] [in|on|at|to] <resource>',
    'is <resource> ok|possible|suitable|eligible|allowed|available|good|free|fine|right <operation>',
    'does <operation> fit <resource>', 'can|could <resource> take|host|handle|accept|hold|serve <operation>',
    'can|could i|we put|move|park|place <operation> <resource>'),
  entry('delay', [], 'delay|hold|postpone|push [back] <operation> [back] [by] <duration>', 'hold [back] <operation> [back] for <duration>'),
  entry('move', [], '@move <operation> from <resource2> <resource>', '@move <operation> <resource>', 'take <operation> to <resource>',
    'give|assign|allocate <resource> to <operation>', 'give <operation> <resource>', '<operation> to|onto <resource>',
    'use <resource> for <operation>'),
  entry('moveAway', [], '@move|take|get <operation> elsewhere|away|somewhere|off [else] [<resource>]', '@move <operation> another|different|other|better @stand',
    'find|get another|different|better|new|other @stand <operation>', '@move <operation>'),
  entry('unassign', [], 'unassign|deassign|unplace|remove|drop <operation> [from] [<resource>]', 'take <operation> off [<resource>]'),
  entry('clear', ['window', 'duration'],
    'free|clear|vacate|empty|evacuate|close|block [up|off] <resource>',
    '@move|get|take everything|everyone|all|anything [off|out|away] [of] [from] <resource>',
    'keep|make|have <resource> free|clear|empty|available',
    'need <resource> [free|empty|clear|closed]',
    '<resource> must|should|has be|to [be] free|empty|clear|closed'),

  entry('freeStands', ['window', 'tag'], 'which|what|any|list|show|find|are|is|free|available|empty [@stand] free|available|empty|unoccupied|vacant|open [@stand]',
    'free|available|empty|vacant @stand', 'where free|space|room', '@stand free|available|empty|vacant|unoccupied'),
  entry('isFree', ['window'], 'is|will|when <resource> [be] free|available|empty|occupied|taken|busy|open|used|vacant',
    '<resource> free|available|occupied', 'room|space <resource>'),
  entry('conflicts', ['resource', 'operation', 'window'], '@conflict', '@conflict [now]', 'wrong|trouble', 'critical|worst|serious|biggest|severe [@conflict]',
    'is <operation> conflict', 'double booked|booking'),

  entry('whyNot', [], 'why not <resource> <operation>', 'why <operation> not [@moved] <resource>', 'why not <operation> <resource>',
    'why can|could not <operation> [@moved] <resource>', 'why not @move|use <operation> <resource>', 'why not use <resource> <operation>',
    'why <operation> can|could not [@moved|be] [@move|moved] <resource>'),
  entry('why', [], 'why <operation> [parked|assigned|standing|placed|put|there|here] [<resource>]', 'why <resource> <operation>',
    'reason|explain [why] <operation> [assigned|placement|assignment|parked] [<resource>]', 'explain placement|assignment|position|@stand <operation>'),
  entry('candidates', [], 'where can|could|else|might|should <operation> [go|move|park|moved|be|else]', 'alternatives|alternative|options|option|candidates|choices <operation>',
    'which|what|other|best|better|cheapest|suitable|eligible|compatible @stand <operation> [use|take|go|possible|suitable|available|free]',
    'which|what @stand can|could|would|may|fit|fits|suit|suits|take|accept|host|handle <operation>',
    'which|what @stand can|could|may take|accept|host|handle|fit|suit <operation>',
    'which|what @stand can|could|may <operation> use|take|go', 'room|space|place for <operation>'),
  entry('where', [], 'where <operation> [parked|standing|going|park|assigned|located|why|now]', 'which|what @stand <operation> [on|at|assigned|parked|going]',
    'locate <operation>', '@stand of <operation>'),
  entry('when', [], 'when|what time <operation> [arrive|arrives|arriving|land|lands|leave|leaves|leaving|depart|departs|due|come|expected|in|out|here]',
    'eta|etd|arrival|departure|times|time of|for <operation>', 'how late|delayed|punctual <operation>', '<operation> late|delayed|punctual|time', 'how long <operation> [stay|here|stays|ground]'),

  entry('followRun', [], 'how|what|is|has|are @optimizer [status|doing|progress|going|far|done|finished|ready|complete|result|results]',
    'status|progress|result|results|outcome|follow @optimizer', '@optimizer status|progress|result|results|done|finished', 'show|follow @optimizer',
    'finished|done|ready yet'),
  entry('optimize', ['window', 'duration'],
    'optimize|optimise|replan|reoptimize|re-optimize|improve|rearrange [everything|it|all] [most|maximum|max|more|than] [<number>] [moves|changes|reassignments|move]',
    'start|launch|run @optimizer [most|maximum|max] [<number>] [moves|changes|reassignments]', 'make better', 'better plan|schedule', 'find better plan|schedule'),
  entry('compare', [], 'compare|diff|difference|differences|differ [@draft] <workspace> [@draft] [and|with|against|to|between|versus] [@live|schedule|plan]',
    'compare|diff|difference|differences|differ [this|@live] [and|with|against] [this] [@draft] [and|with|against|to|versus] [@live]',
    'what|how [this] @draft <workspace> [change|changes|differ|different|changed|better|worse|@live]', 'what|how <workspace> [@draft] change|changes|differ|different|changed',
    'what|how [this] @draft change|changes|differ|different|changed [@live]', '<workspace> @draft better|worse [than] [@live]', '@draft better|worse [than] [@live]',
    '<workspace> better|worse [than] [@live]', 'what changed|different|changes @draft [<workspace>]'),
  entry('lastChange', [], 'explain|describe|what|show last|latest|recent|newest change|changeset|edit', 'last|latest|newest change|changeset|edit', 'what changed last', 'explain what changed [last]'),
  entry('changes', ['window', 'operation'], 'what|who changed|modified|moved|edited|touched', 'changes|changesets|history|edits|log [recently|recent]', 'recent|latest|last changes|changesets|edits', 'what new'),

  entry('unassigned', ['window', 'tag'], 'unassigned|unplaced|unallocated|homeless', 'not assigned|placed|allocated|parked', 'without|no @stand', 'missing @stand', 'have no @stand|assignment'),
  entry('late', ['window', 'tag', 'resource'], 'late|delayed|delays|lateness|behind'),
  entry('arrivals', ['window', 'tag', 'resource'], 'arrivals|arriving|arrive|arrives|landing|lands|inbound|incoming', 'next arrival|arrivals', 'coming|comes'),
  entry('departures', ['window', 'tag', 'resource'], 'departures|departing|depart|departs|leaving|leaves|leave|outbound|outgoing', 'next departure|departures'),
  entry('occupancy', ['window'], 'what|who|which|anything|something|anybody|show|list|next <resource>', 'occupies|occupying|using|uses|blocks|blocking|scheduled|planned|assigned|parked <resource>',
    '<resource> schedule|occupancy|plan|timeline|occupied|used|planned|usage|next', 'schedule|occupancy|plan|timeline|usage <resource>', 'next <resource>', '<resource>'),
  entry('stands', ['tag'], 'which|list|show|how stands|gates|berths|resources [many]', 'how many stands|gates|berths|resources'),
  entry('operations', ['window', 'tag'], 'operations|flights|vessels|ships|turnarounds|calls|aircraft|planes|movements|traffic', 'tagged <tag>', '<tag> operations|flights|vessels|ships|aircraft'),
  entry('metrics', ['window'], 'metrics|score|kpis|kpi|summary|overview|status|situation|numbers|briefing|statistics|stats|utilization|utilisation|quality|handover', 'how good|bad|busy|full',
    'how are|is|do|does doing|looking|look|things|it [look|doing|looking]', 'how going', 'busiest|fullest @stand', 'how many', 'brief', 'cost|costs'),
  entry('about', [], 'who|what|show|describe|details|information|info|tell|about|status|find|search|look|open|display|detail <operation>', '<operation>', 'how <operation>', 'what with <operation>'),
];

const patterns = GRAMMAR.flatMap(({ patterns: all }) => all);

/** Every word that the grammar knows: never a name by itself. */
export const VOCABULARY: ReadonlySet<string> = new Set([
  ...FILLERS,
  ...patterns.flatMap(wordsOf),
  ...['it', 'this', 'that', 'one', 'not', 'never', 'without', 'except', 'but', 'or', 'if', 'when', 'minutes', 'hours', 'late'],
]);

export interface Understood {
  readonly intent: Intent;
  readonly slots: Slots;
}

/** What is meant, or null: nothing is guessed from words that no pattern accounts for. */
export const understand = (tokens: readonly Token[]): Understood | null => {
  for (const { intent, patterns: alternatives } of GRAMMAR) {
    for (const pattern of alternatives) {
      const slots = match(pattern, tokens, FILLERS);
      if (slots !== null) return { intent, slots };
    }
  }
  return null;
};
