import { type Entry, entry, order, orderForAll } from './language.ts';

const ALL = 'everything|everyone|all|anything';
/** What names all that is somewhere, or all of it with a tag or a name. */
const SEVERAL = [ALL, `${ALL} <tag>`, `${ALL} <called>`, '<tag> @flights', '<called> @flights'];

/** What is left, and where everything goes; the more specific first. */
const PLACES = ['<resource>', '<location>'].flatMap((from) =>
  ['<resource2>', '<location2>'].map((to) => ({ from, to })),
);

const MOVE_TO = '@move|take <operation> <resource>';
const FREE = 'free|available|empty|vacant|open|unoccupied|possible|allowed|feasible';
const TAKEN = 'occupied|taken|busy|used|full|blocked|closed';

/** What the user may request: proposals and what-ifs. The first pattern that accounts for the whole request wins. */
export const COMMANDS: readonly Entry[] = [
  entry(
    'help',
    [],
    'help ...',
    'what can|do you [not] do|offer',
    'how @move|delay|hold|swap|close @flight|@flights|@stand',
    'you ai|human|person|real|computer',
    'what can i ask|say',
    'how do|does this|it work',
    'hello|hi|hey',
    'good morning|afternoon|evening|night|day',
    'who you',
    'what are you',
  ),
  entry(
    'thanks',
    [],
    'thanks|thank|thx|great|perfect|cheers|super [you] [very] [much] [that] [great|perfect|good|nice]',
    'ok|okay|alright|fine',
  ),
  order(
    'applied',
    [],
    'apply|accept|confirm|approve|adopt|execute ...',
    'yes',
    'go ahead ...',
    'go [for] [it|that]',
    'do it|that|this [now]',
  ),
  order(
    'undoOwn',
    [],
    'undo|revert|reverse my [last|latest] [change|changeset|move|edit]',
    'undo|revert|reverse what i did|changed|moved',
  ),
  order(
    'undo',
    [],
    'undo|revert|reverse [last|latest|it|that|this|change|changeset|move|everything] [last|change|changeset|move]',
    'take|roll|go|put [it|that|this|everything|all] back [change|it|that|this|everything|all]',
    'undo|revert|reverse last|latest <number> change|changes|changesets|moves|edits',
    'rollback [it|that|this|change|changeset]',
  ),
  entry(
    'outOfReach',
    [],
    'publish|delete|create|add|cancel|rename|edit|email|archive|rebase|import|export|abort|pin|unpin|lock|unlock|commit|save|discard ...',
    'stop|kill @optimizer ...',
    'log in|out ...',
  ),

  // Questions that name what a command would name, so they come before the commands; one's own changes before those of all.
  entry(
    'ownChanges',
    ['window', 'operation'],
    'what did|have i change|changed|move|moved|edit|edited|delay|delayed|assign|assigned',
  ),
  entry(
    'changes',
    ['window', 'operation', 'resource'],
    'who|did|has|was|were change|changed|modified|move|moved|delay|delayed|held|put|parked|placed|assigned|unassigned|removed|edited|touched|swapped [last]',
    'have you|we|they|i|anyone|anybody|someone|somebody changed|modified|moved|delayed|held|put|parked|placed|assigned|unassigned|removed|edited|touched|swapped',
  ),

  order(
    'resolveWorst',
    ['resource', 'operation', 'location', 'tag', 'window'],
    'resolve|fix|solve|sort|settle|handle [out] worst|biggest [@conflict]',
  ),
  order(
    'resolveFirst',
    ['resource', 'operation', 'location', 'tag', 'window'],
    'resolve|fix|solve|sort|settle|handle [out] <ordinal> [@conflict]',
    'resolve|fix|solve|sort|settle|handle [out] next|earliest [@conflict]',
  ),
  order(
    'resolveAll',
    ['window'],
    'resolve|fix|solve|sort|untangle|repair|settle|deconflict [out] all|every|everything|each|remaining|rest [it|this|that] [@conflict]',
    'remove|clear|eliminate all|every|each|remaining|rest @conflict',
    'get rid of all|every @conflict',
  ),
  entry(
    'resolve',
    ['resource', 'operation', 'location', 'tag', 'window'],
    'what can|should|do i|we do about @conflict',
    'solution|solutions|strategy|strategies|suggestions|suggestion [@conflict]',
  ),
  order(
    'resolve',
    ['resource', 'operation', 'location', 'tag', 'window'],
    'resolve|fix|solve|sort|remove|untangle|repair|eliminate|avoid|settle|deconflict|clear [out] @conflict',
    'get rid of @conflict',
    'resolve|fix|solve|settle|avoid @conflict between <operation> and <operation2>',
    'resolve|fix|solve|deconflict|untangle <operation>',
    'resolve|fix|solve|deconflict|untangle <operation> and <operation2>',
    'resolve|fix|solve|sort [it|that|this|everything]',
  ),

  entry(
    'whatIfSwap',
    [],
    '@if swap|swapped|exchange|exchanged|switch|switched|trade <operation> and|with|for <operation2>',
    '@if <operation> and|with <operation2> swap|swapped|exchange|switch [places]',
  ),
  order(
    'swap',
    [],
    'swap|exchange|switch|trade|interchange [stands|places] <operation> and|with|for|against <operation2>',
  ),
  order(
    'swapPlaces',
    ['window'],
    'swap|exchange|switch|trade|interchange [stands|gates|berths|places|occupants] <resource> and|with|for|against <resource2>',
  ),
  entry(
    'whatIfLateDeparture',
    [],
    '[@if] <operation> leaves|departs|leave|depart|left <duration> late|later|delayed|behind [schedule] [than] [planned|scheduled|expected]',
    '@if departure <operation> late|later|delayed [by] <duration>',
    '@if departure <operation> <duration> late|later|delayed',
    '[@if] <operation> stays|stay <duration> longer|more',
  ),
  entry(
    'whatIfEarlyDeparture',
    [],
    '[@if] <operation> leaves|departs|leave|depart|left <duration> early|earlier|ahead [schedule]',
  ),
  orderForAll(
    'whatIfDelayAll',
    ['window', 'resource', 'location', 'tag', 'tag2', 'called'],
    ...[
      '[what] [@if] everything|everyone|all|every|each [@flights|arrivals]',
      '[what] @if <tag> @flights',
      '[what] @if <called> @flights',
    ].flatMap((several) => [
      `${several} [are|is|were|was|be] <duration> late|later|delayed`,
      `${several} [are|is|were|was|be] late|later|delayed [by] <duration>`,
      `${several} arrive|arrives|come|comes|run|runs|get|gets <duration> late|later|delayed`,
    ]),
  ),
  entry(
    'whatIfDelay',
    [],
    '[@if] <operation> late|later|delayed|delay|behind [by] <duration>',
    '[@if] <operation> is|are|was|were|gets|runs|running|arrives|arrive|comes|lands|has|had [both|all] <duration> late|later|delayed|behind|delay|delays [schedule] [than] [planned|scheduled|expected]',
    '@if <operation> slips|slides [by] <duration>',
    '<duration> delay of|for|on|to <operation>',
    'delay of <duration> of|for|on|to <operation>',
    '@if delay|delayed <operation> [by] <duration>',
  ),
  entry(
    'whatIfEarly',
    [],
    '[@if] <operation> [arrives|comes|lands|runs|running] <duration> early|earlier|ahead [schedule]',
    '@if <operation> early|earlier [by] <duration>',
  ),
  entry(
    'whatIfArrival',
    [],
    '@if <operation> arrives|lands|comes|arrive|arrived|land|come|reaches [only] <instant>',
    '@if <operation> in <instant>',
    '<operation> arrives|lands|comes [only] <instant>',
    '<operation> delayed|slips|slipped|pushed|expected <instant>',
    '<operation> [new] eta <instant>',
    '[new] eta <operation> <instant>',
  ),
  entry(
    'whatIfDeparture',
    [],
    '@if <operation> leaves|departs|leave|depart|left|stays|goes [until] <instant>',
    '@if <operation> stays|leaves|stay [until] <window>',
  ),
  entry(
    'whatIfMove',
    [],
    '@if <operation> @moved [moved] from <resource2> <resource>',
    '@if <operation> @moved [moved] <resource>',
    '@if @moved|@move <operation> [from] <resource>',
    '@if <operation> were|was|is <resource>',
  ),
  entry(
    'whatIfClosed',
    ['window', 'duration'],
    ...['<resource>', '<location>'].flatMap((place) => [
      `[bad|serious|affected] [it] @if ${place} @closed|closes|close|fails [service|order|use|action]`,
      `@if ${place} breaks|goes down|out [service|order]`,
      `@if lose|lost|close|closed|block|blocked ${place}`,
      `impact|effect|consequences|affected closing|closure [of] ${place}`,
    ]),
  ),

  entry(
    'fits',
    ['window'],
    'can|could|would|may|will|should <operation> @move|go|use|fit|stand|berth|be [moved|towed|shifted|parked] [also] <resource>',
    'is <resource> ok|possible|suitable|eligible|allowed|available|good|free|fine|right <operation>',
    'does <operation> fit <resource>',
    'can|could <resource> take|host|handle|accept|hold|serve <operation>',
    'can|could i|we put|move|park|place <operation> <resource>',
  ),
  orderForAll(
    'clear',
    ['window', 'duration'],
    ...SEVERAL.flatMap((several) => [
      ...PLACES.flatMap(({ from, to }) => [
        `@move|take ${several} [off|from|on|at|in] ${from} to|onto|over|into ${to}`,
        `@move|take ${several} to|onto|over|into ${to} from|off|on ${from}`,
        `@move|take ${several} off|from ${from} ${to}`,
      ]),
      `@move|get|take ${several} [from|off|on] <resource> elsewhere|away|somewhere [else]`,
      `@move|get|take ${several} off|out|away|from [of] [from] <resource>`,
      `@move|get|take ${several} off|out|away|from [of] [from] <location>`,
      `@move|get|take ${several} [from|off|on|in] <location> elsewhere|away|somewhere [else]`,
    ]),
  ),
  orderForAll(
    'delayAll',
    ['window', 'resource', 'location', 'tag', 'tag2', 'called'],
    'delay|hold|postpone|push [back] all|every|everything|everyone|each|@flights [@flights|arrivals|arrival|arriving|inbound] [back] [by] <duration>',
    'delay|hold|postpone|push [back] <tag> @flights [back] [by] <duration>',
    'delay|hold|postpone|push [back] <called> @flights [back] [by] <duration>',
    'delay|hold|postpone|push <duration> all|every|everything|everyone|each [@flights|arrivals|arrival|arriving|inbound]',
  ),
  order(
    'delay',
    [],
    'delay|hold|postpone|push [back] <operation> [back] [by] <duration>',
    'hold [back] <operation> [back] for <duration>',
    'delay|hold|postpone|push [back] <operation> [back] <window>',
  ),
  order(
    'moveIfFree',
    [],
    ...['[it|that|there]', '<resource2>'].flatMap((there) => [
      `${MOVE_TO} [but] [only] if|provided|providing ${there} ${FREE}`,
      `${MOVE_TO} [but] [only] as long as ${there} ${FREE}`,
      `${MOVE_TO} unless ${there} ${TAKEN}`,
    ]),
    `${MOVE_TO} [but] [only] if [there] room|space`,
    ...['[it]', '<resource2>'].map((there) => `if <resource> ${FREE} @move|take|give <operation> ${there}`),
    `if [it|that] ${FREE} ${MOVE_TO}`,
  ),
  order(
    'moveToEither',
    [],
    `${MOVE_TO} or <resource2> [whichever|whatever|depending] [which] [one|it] [${FREE}|better|best|cheaper]`,
    `@move|take <operation> either <resource> or <resource2> [whichever|whatever|depending] [which] [one|it] [${FREE}|better|best|cheaper]`,
  ),
  order(
    'moveToFirst',
    [],
    `${MOVE_TO} [or] else|otherwise|alternatively <resource2>`,
    `${MOVE_TO} or [else] if [it|that] not ${FREE} <resource2>`,
    `${MOVE_TO} [but|or] if [it|that] ${TAKEN} <resource2>`,
    `${MOVE_TO} [but|or] if [it|that] not ${FREE} <resource2>`,
    `${MOVE_TO} if [it|that] ${FREE} else|otherwise|alternatively <resource2>`,
  ),
  order(
    'move',
    [],
    '@move <operation> from <resource2> <resource>',
    '@move <operation> <resource> instead|rather [than|of] <resource2>',
    '@move <operation> [back] <resource>',
    'take <operation> to <resource>',
    'give|assign|allocate <resource> to <operation>',
    'give <operation> <resource>',
    '<operation> to|onto <resource>',
    '<operation> should|must go|move|park|be <resource>',
    'use <resource> for <operation>',
  ),
  order(
    'moveAway',
    [],
    '@move|take|get <operation> [free|available] [@stand] <location>',
    '@move <operation> <tag>',
    '@move|take|get <operation> <tag> @stand',
    '@move|take|get <operation> @stand <tag>',
    '@move|take|get <operation> elsewhere|away|somewhere [else] [<resource>]',
    '@move|take|get <operation> somewhere|anywhere [else] <location>',
    '@move|get|kick <operation> off|out [<resource>]',
    '<operation> off <resource>',
    '@move <operation> another|different|other|better|best @stand',
    'find|get another|different|better|new|other @stand <operation>',
    '<operation> needs|requires [another|different|better|new] @stand|somewhere',
    'find|get|choose|suggest @stand <operation>',
    '@move <operation>',
  ),
  orderForAll(
    'unassignAll',
    ['window', 'resource', 'location', 'tag', 'tag2', 'called'],
    'unassign|deassign|unplace all|every|everything|everyone|each [@flights]',
  ),
  order(
    'unassign',
    [],
    'unassign|deassign|unplace|remove|drop <operation> [from] [<resource>]',
    'take <operation> off [<resource>]',
  ),
  // Between verb and place, no word may be passed over that makes the verb an adjective: "any free stand on concourse A".
  orderForAll(
    'clear',
    ['window', 'duration'],
    ...PLACES.map(({ from, to }) => `empty|clear|vacate|evacuate ${from} to|onto|into ${to}`),
    ...['<resource>', '<location>'].map(
      (place) =>
        `[we] [just|also|then] free|clear|vacate|empty|evacuate|close|block [up|off|out] ${place} [@stand] [now|off] [maintenance|repair|repairs|works|cleaning|inspection]`,
    ),
  ),
  order(
    'clear',
    ['window', 'duration'],
    ...['<resource>', '<location>'].flatMap((place) => [
      `keep|make|have ${place} free|clear|empty|available`,
      `need ${place} [free|empty|clear|closed]`,
      `${place} must|should|has be|to [be] free|empty|clear|closed`,
    ]),
  ),
  entry(
    'outOfReach',
    [],
    'keep|leave <operation> ...',
    '<operation> must|has stay|remain ...',
    '<operation> cancelled|canceled|scrapped',
  ),
];
