import { instanceName, InstanceText, type Line } from './instanceText.ts';

export interface Department {
  /** Age limits; 0: no limit. */
  readonly minAge: number;
  readonly maxAge: number;
  readonly specialisms: ReadonlySet<number>;
}

export interface Room {
  readonly id: number;
  readonly name: string;
  readonly capacity: number;
  readonly department: number;
  /** M, F: for one gender; D: for the gender of its patients, night by night; N: for all. */
  readonly policy: 'M' | 'F' | 'D' | 'N';
  /** Maps specialisms to how well they are treated here; 1 is best. */
  readonly priority: ReadonlyMap<number, number>;
  readonly properties: readonly boolean[];
}

/** The stay of one patient under one specialism: nights [first, end) of the horizon. */
export interface Stay {
  readonly id: string;
  readonly patient: string;
  readonly age: number;
  readonly gender: 'M' | 'F';
  readonly first: number;
  readonly end: number;
  readonly specialism: number;
  /** The largest room that the patient prefers; null: any. */
  readonly mostCapacity: number | null;
  readonly needed: readonly boolean[];
  readonly preferred: readonly boolean[];
}

export interface PatientAdmission {
  readonly name: string;
  readonly properties: readonly string[];
  readonly specialisms: ReadonlyMap<number, string>;
  readonly departments: ReadonlyMap<number, Department & { readonly name: string }>;
  readonly rooms: ReadonlyMap<number, Room>;
  /** Maps each bed to its room. */
  readonly beds: ReadonlyMap<number, number>;
  readonly stays: readonly Stay[];
}

const SECTIONS = ['SPECIALISMS', 'DEPARTMENTS', 'ROOMPROPERTIES', 'ROOMS', 'BEDS', 'PATIENTS'] as const;
const END = 'END.';
type Section = (typeof SECTIONS)[number];

/** The sections whose number of items the header states. */
const COUNTED: Readonly<Record<string, Section>> = {
  Rooms: 'ROOMS',
  Roomproperties: 'ROOMPROPERTIES',
  Beds: 'BEDS',
  Departments: 'DEPARTMENTS',
  Specialisms: 'SPECIALISMS',
  Patients: 'PATIENTS',
};

/** Reads the text format. Throws ImportError. */
export const readPatientAdmission = (file: string, text: string): PatientAdmission => {
  const lines: InstanceText = new InstanceText(file, text);
  const { items, horizon } = cut(lines);
  const fields = (line: Line, count: number): readonly string[] => {
    const parts = line.text.split('|').map((part) => part.trim());
    if (parts.length !== count) lines.fail(line, `Needs ${count} fields between "|", has ${parts.length}.`);
    return parts;
  };
  const known = <T>(map: ReadonlyMap<number, T>, id: number, what: string, line: Line): T => {
    const found = map.get(id);
    if (found === undefined) lines.fail(line, `There is no ${what} ${id}.`);
    return found;
  };
  const byId = <T>(section: Section, readItem: (line: Line, id: number) => T): ReadonlyMap<number, T> => {
    const map = new Map<number, T>();
    for (const line of items[section]) {
      const [id] = lines.integers(line, line.text.split(/\s+/, 1)[0], `The id of one of ${section}`, 1);
      if (map.has(id)) lines.fail(line, `${id} is there already among ${section}.`);
      map.set(id, readItem(line, id));
    }
    return map;
  };
  const named = (line: Line): string => line.text.split(/\s+/).slice(1).join(' ');
  const specialisms = byId('SPECIALISMS', named);
  const properties = [...byId('ROOMPROPERTIES', named).values()];
  const priorities = (line: Line, part: string): ReadonlyMap<number, number> => {
    const numbers = lines.integers(line, part, 'Pairs of priority and specialism');
    if (numbers.length % 2 !== 0) lines.fail(line, 'Needs pairs of priority and specialism.');
    const map = new Map<number, number>();
    for (let i = 0; i < numbers.length; i += 2) {
      if (numbers[i + 1] === 0) continue;
      known(specialisms, numbers[i + 1], 'specialism', line);
      map.set(numbers[i + 1], numbers[i]);
    }
    return map;
  };
  const flags = (line: Line, part: string): readonly boolean[] =>
    lines.integers(line, part, 'One 0 or 1 for each room property', properties.length).map((value) => {
      if (value > 1) lines.fail(line, `Needs 0 or 1 for each room property, not ${value}.`);
      return value === 1;
    });
  const departments = byId('DEPARTMENTS', (line) => {
    const [head, list] = fields(line, 2);
    const [, title, ...ages] = head.split(/\s+/);
    const [minAge, maxAge] = lines.integers(line, ages.join(' '), 'The ages of a department', 2);
    return { name: title, minAge, maxAge, specialisms: new Set(priorities(line, list).keys()) };
  });
  const rooms = byId('ROOMS', (line, id): Room => {
    const [head, size, owner, policy, list, has] = fields(line, 6);
    const [capacity] = lines.integers(line, size, 'The capacity of a room', 1);
    const [department] = lines.integers(line, owner, 'The department of a room', 1);
    known(departments, department, 'department', line);
    if (policy !== 'M' && policy !== 'F' && policy !== 'D' && policy !== 'N') {
      lines.fail(line, `A room is for M, F, D or N, not ${JSON.stringify(policy)}.`);
    }
    const title = head.split(/\s+/).slice(1).join(' ');
    return {
      id,
      name: title,
      capacity,
      department,
      policy,
      priority: priorities(line, list),
      properties: flags(line, has),
    };
  });
  const beds = byId('BEDS', (line) => {
    const [, room] = lines.integers(line, line.text, 'A bed and its room', 2);
    known(rooms, room, 'room', line);
    return room;
  });
  const stays = [
    ...byId('PATIENTS', (line, id) => {
      const [head, nights, parts, most, needed, preferred] = fields(line, 6);
      const [, patient, years, gender, ...more] = head.split(/\s+/);
      if (more.length > 0 || (gender !== 'M' && gender !== 'F')) lines.fail(line, 'Needs "id name age M" or "… F".');
      const [age] = lines.integers(line, years, 'An age', 1);
      const [first, end] = lines.integers(line, nights, 'The first night and the one after the last', 2);
      const [capacity] = lines.integers(line, most, 'The preferred capacity', 1);
      const [count, ...pairs] = lines.integers(line, parts, 'The specialisms of a patient');
      if (pairs.length !== 2 * count) lines.fail(line, `Needs ${count} pairs of specialism and nights.`);
      const wishes = { needed: flags(line, needed), preferred: flags(line, preferred) };
      const own: Stay[] = [];
      let night = first;
      for (let i = 0; i < count; i++) {
        const [specialism, length] = pairs.slice(2 * i);
        known(specialisms, specialism, 'specialism', line);
        const until = Math.min(night + length, horizon);
        if (until > night) {
          const mostCapacity = capacity === 0 ? null : capacity;
          own.push({
            id: `${id}-${i}`,
            patient,
            age,
            gender,
            first: night,
            end: until,
            specialism,
            mostCapacity,
            ...wishes,
          });
        }
        night += length;
      }
      if (night !== end) lines.fail(line, `The specialisms' nights end with night ${night}, the stay with ${end}.`);
      return own;
    }).values(),
  ].flat();
  return { name: instanceName(file), properties, specialisms, departments, rooms, beds, stays };
};

/** Splits the file into the items of each section, and reads the number of nights. */
const cut = (lines: InstanceText): { items: Record<Section, Line[]>; horizon: number } => {
  const items: Record<Section, Line[]> = {
    SPECIALISMS: [],
    DEPARTMENTS: [],
    ROOMPROPERTIES: [],
    ROOMS: [],
    BEDS: [],
    PATIENTS: [],
  };
  const seen = new Set<Section>();
  const counts = new Map<Section, { line: Line; count: number }>();
  let horizon = 0;
  let section: Section | null = null;
  for (let line = lines.peek(); line !== null; line = lines.peek()) {
    lines.take('a line');
    const title = line.text.replace(/:$/, '');
    const begins = SECTIONS.find((name) => name === title);
    if (line.text === END) {
      const rest = lines.peek();
      if (rest) lines.fail(rest, 'The file should end here.');
    } else if (begins) {
      if (seen.has(begins)) lines.fail(line, `${begins} is there already.`);
      seen.add(begins);
      section = begins;
    } else if (section !== null) items[section].push(line);
    else {
      const [key, value] = line.text.split(':');
      if (value === undefined) continue;
      const counted = COUNTED[key];
      const [count] = lines.integers(line, value, key, 1);
      if (counted) counts.set(counted, { line, count });
      if (key === 'Planning horizon') horizon = count;
    }
  }
  for (const name of SECTIONS) if (!seen.has(name)) lines.fail(null, `Has no section ${name}.`);
  if (horizon === 0) lines.fail(null, 'Needs "Planning horizon: …", at least one night.');
  for (const [name, { line, count }] of counts) {
    if (items[name].length !== count) lines.fail(line, `Says ${count}, but there are ${items[name].length} ${name}.`);
  }
  return { items, horizon };
};
