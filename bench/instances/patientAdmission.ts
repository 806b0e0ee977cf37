import type { DocumentRule, DocumentTag, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { levelWeights, type OwnScore, type Places, type PublicInstance } from './publicInstance.ts';
import { type PatientAdmission, readPatientAdmission, type Room, type Stay } from './readPatientAdmission.ts';

/**
 * Imports a patient admission instance: each stay of a patient needs one bed, and a patient with several specialisms has a stay for
 * each. Source: Demeester, Souffriau, De Causmaecker, Vanden Berghe, "A hybrid tabu search algorithm for automatically assigning
 * patients to beds", Artificial Intelligence in Medicine 48 (2010). Throws ImportError.
 */
export const importPatientAdmission = (file: string, text: string): PublicInstance => {
  const instance = readPatientAdmission(file, text);
  return {
    family: 'patient admission',
    document: toDocument(instance),
    score: (places) => score(instance, places),
  };
};

/** The costs of one night. */
const NIGHT = { capacity: 8, department: 10, specialism: 20, priority: 10, property: 20 } as const;
const HARD_NIGHT = { bed: 1000, mixed: 1000, age: 100, policy: 50, property: 50 } as const;

const ORIGIN_MS = Date.UTC(2010, 0, 4, 12);
const NIGHT_MS = 24 * 3600_000;
const HOURS = 24;

/** The tags by name, created at first use. */
class Tags {
  readonly all = new Map<string, DocumentTag>();

  of(category: string, value: string | number, required = false): string {
    const uuid = `${category} ${value}`.replaceAll(' ', '-');
    if (!this.all.has(uuid)) this.all.set(uuid, { uuid, category, value: `${value}`, required });
    return uuid;
  }
}

/**
 * Stays become operations, and beds become resources whose parent is their room (a resource without the tag that every stay requires).
 * Needed properties are required tags; age limits and rooms for one gender are hard matches; rooms for the gender that is there first
 * are a hard adjacency of siblings; costs per night are matches or mismatches by the hour.
 */
const toDocument = (instance: PatientAdmission): PlanningDocument => {
  const { name, properties, departments, rooms, beds, stays } = instance;
  const tags = new Tags();
  const rules: DocumentRule[] = [];
  const hard = (rule: Omit<DocumentRule, 'id' | 'hard'>): void => {
    rules.push({ id: `rule-${rules.length}`, hard: true, ...rule });
  };
  const nightly = (
    kind: 'match' | 'mismatch',
    title: string,
    cost: number,
    stay: string,
    bed: readonly string[],
  ): void => {
    rules.push({
      id: `rule-${rules.length}`,
      name: title,
      kind,
      weight: cost / HOURS,
      operationTags: [stay],
      resourceTags: bed,
      parameters: { perHour: true },
    });
  };
  const isBed = tags.of('place', 'bed', true);
  const limits = [...departments.values()];
  const minAges = [...new Set(limits.map(({ minAge }) => minAge))].filter((age) => age > 0);
  const maxAges = [...new Set(limits.map(({ maxAge }) => maxAge))].filter((age) => age > 0);
  const capacities = [...new Set([...rooms.values()].map(({ capacity }) => capacity))];

  const bedTags = (room: Room): string[] => {
    const { minAge, maxAge, specialisms } = departments.get(room.department)!;
    return [
      isBed,
      tags.of('policy', room.policy),
      tags.of('capacity', room.capacity),
      ...properties.flatMap((property, i) => (room.properties[i] ? [tags.of('property', property, true)] : [])),
      ...[...specialisms].map((specialism) => tags.of('department for', specialism)),
      ...[...room.priority].flatMap(([specialism, priority]) => [
        tags.of('room for', specialism),
        tags.of(`room for ${specialism} with priority`, priority),
      ]),
      ...(minAge > 0 ? [tags.of('age from', minAge)] : []),
      ...(maxAge > 0 ? [tags.of('age to', maxAge)] : []),
    ];
  };
  const stayTags = (stay: Stay): string[] => [
    isBed,
    tags.of('gender', stay.gender),
    tags.of('specialism', stay.specialism),
    ...properties.flatMap((property, i) => [
      ...(stay.needed[i] ? [tags.of('property', property, true)] : []),
      ...(stay.preferred[i] ? [tags.of('prefers', property)] : []),
    ]),
    ...(stay.mostCapacity === null ? [] : [tags.of('prefers at most', stay.mostCapacity)]),
    ...minAges.filter((age) => stay.age < age).map((age) => tags.of('younger than', age)),
    ...maxAges.filter((age) => stay.age > age).map((age) => tags.of('older than', age)),
  ];
  const at = (night: number): string => new Date(ORIGIN_MS + night * NIGHT_MS).toISOString();
  const resources = [...rooms.values()].flatMap((room) => {
    const shared = { location: `department-${room.department}` };
    const own = [...beds].filter(([, of]) => of === room.id);
    return [
      { id: `room-${room.id}`, name: `Room ${room.name}`, ...shared },
      ...own.map(([bed]) => ({
        id: `bed-${bed}`,
        name: `Bed ${bed}`,
        parent: `room-${room.id}`,
        tags: bedTags(room),
        ...shared,
      })),
    ];
  });
  const operations = stays.map((stay) => ({
    id: `stay-${stay.id}`,
    description: stay.patient,
    tags: stayTags(stay),
    inboundTask: { taskName: `${stay.patient} in`, plannedTime: at(stay.first), expectedTime: at(stay.first) },
    outboundTask: { taskName: `${stay.patient} out`, plannedTime: at(stay.end), expectedTime: at(stay.end) },
  }));

  const [male, female] = [tags.of('gender', 'M'), tags.of('gender', 'F')];
  const policy = (of: Room['policy']): string[] => [tags.of('policy', of)];
  hard({ name: 'No men in rooms for women', kind: 'match', operationTags: [male], resourceTags: policy('F') });
  hard({ name: 'No women in rooms for men', kind: 'match', operationTags: [female], resourceTags: policy('M') });
  hard({
    name: 'One gender in a room',
    kind: 'adjacency',
    operationTags: [male],
    resourceTags: policy('D'),
    parameters: { relation: 'sibling', otherTags: [female] },
  });
  for (const age of minAges) {
    const [young, from] = [tags.of('younger than', age), tags.of('age from', age)];
    hard({ name: `From ${age} years`, kind: 'match', operationTags: [young], resourceTags: [from] });
  }
  for (const age of maxAges) {
    const [old, to] = [tags.of('older than', age), tags.of('age to', age)];
    hard({ name: `Up to ${age} years`, kind: 'match', operationTags: [old], resourceTags: [to] });
  }
  for (const [id, title] of instance.specialisms) {
    const stay = tags.of('specialism', id);
    nightly('mismatch', `A department for ${title}`, NIGHT.department, stay, [tags.of('department for', id)]);
    nightly('mismatch', `A room for ${title}`, NIGHT.specialism, stay, [tags.of('room for', id)]);
    const priorities = new Set([...rooms.values()].map(({ priority }) => priority.get(id) ?? 1));
    for (const priority of priorities) {
      if (priority < 2) continue;
      const bed = tags.of(`room for ${id} with priority`, priority);
      nightly('match', `${title}, priority ${priority}`, NIGHT.priority * (priority - 1), stay, [bed]);
    }
  }
  for (const property of properties) {
    const stay = tags.of('prefers', property);
    nightly('mismatch', `Prefers ${property}`, NIGHT.property, stay, [tags.of('property', property, true)]);
  }
  for (const most of new Set(stays.map(({ mostCapacity }) => mostCapacity))) {
    const larger = capacities.filter((capacity) => most !== null && capacity > most);
    if (most === null || larger.length === 0) continue;
    const bed = larger.map((capacity) => tags.of('capacity', capacity));
    nightly('match', `At most ${most} in a room`, NIGHT.capacity, tags.of('prefers at most', most), bed);
  }
  const worst = [...rooms.values()].map((room) => room.priority);
  const mostPriority = Math.max(1, ...worst.flatMap((priority) => [...priority.values()]));
  const mostNight =
    NIGHT.capacity +
    NIGHT.department +
    NIGHT.specialism +
    NIGHT.priority * (mostPriority - 1) +
    NIGHT.property * properties.length;
  const nights = stays.reduce((sum, { first, end }) => sum + end - first, 0);
  return {
    format: 'tidegate/planning@1',
    planning: { id: name, name, minimumStaySeconds: 1, weights: levelWeights(mostNight * nights) },
    locations: [...departments].map(([id, department]) => ({ id: `department-${id}`, name: department.name })),
    resources,
    groups: [],
    operations,
    rules,
    assignments: [],
    tags: [...tags.all.values()],
  };
};

const score = ({ departments, rooms, beds, stays }: PatientAdmission, places: Places): OwnScore => {
  let [hard, unassigned, soft] = [0, 0, 0];
  const inBed = new Set<string>();
  const genders = new Map<string, Set<string>>();
  for (const stay of stays) {
    const place = places.get(`stay-${stay.id}`);
    if (place === undefined) {
      unassigned++;
      continue;
    }
    const bed = Number(place.slice('bed-'.length));
    const room = rooms.get(beds.get(bed)!)!;
    const { minAge, maxAge, specialisms } = departments.get(room.department)!;
    let [hardNight, night] = [0, 0];
    if ((minAge > 0 && stay.age < minAge) || (maxAge > 0 && stay.age > maxAge)) hardNight += HARD_NIGHT.age;
    if ((room.policy === 'M' || room.policy === 'F') && room.policy !== stay.gender) hardNight += HARD_NIGHT.policy;
    room.properties.forEach((has, i) => {
      if (!has && stay.needed[i]) hardNight += HARD_NIGHT.property;
      if (!has && stay.preferred[i]) night += NIGHT.property;
    });
    if (stay.mostCapacity !== null && room.capacity > stay.mostCapacity) night += NIGHT.capacity;
    if (!specialisms.has(stay.specialism)) night += NIGHT.department;
    const priority = room.priority.get(stay.specialism);
    night += priority === undefined ? NIGHT.specialism : NIGHT.priority * Math.max(0, priority - 1);
    for (let at = stay.first; at < stay.end; at++) {
      hard += hardNight;
      soft += night;
      if (inBed.has(`${bed} ${at}`)) hard += HARD_NIGHT.bed;
      inBed.add(`${bed} ${at}`);
      if (room.policy !== 'D') continue;
      const key = `${room.id} ${at}`;
      const present = genders.get(key) ?? new Set();
      if (present.size === 1 && !present.has(stay.gender)) hard += HARD_NIGHT.mixed;
      genders.set(key, present.add(stay.gender));
    }
  }
  return { hard, unassigned, soft };
};
