import { present } from '../../engine/present.ts';
import { z } from 'zod';
import { readTimeFormat } from '../formats/csv/timeFormat.ts';
import { MOVEMENT_MEMBERS } from './movement.ts';
import { OPERATION } from './operation.ts';
import { Timezone } from './planning.ts';
import { AuthorName, CreatedBy, Id, Instant, Name, NameText, text, UpdatedBy, writeShape } from './primitives.ts';
import type { Input, Output } from './shape.ts';
import { TASK_MEMBERS, TASK_TIMES } from './task.ts';

const CSV_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'iso-8859-2',
  'iso-8859-15',
  'big5',
  'euc-kr',
  'gb18030',
  'shift_jis',
] as const;
const CSV_DELIMITERS = [',', ';', '\t', '|'] as const;

const MOST_FIELDS = 200;
const MOST_COLUMNS = 10;

const SIDES = ['inboundTask', 'outboundTask'];
const OF_MOVEMENT = new Set(Object.keys(MOVEMENT_MEMBERS));
const OF_OPERATION = new Set([
  'id',
  'group',
  'tags',
  ...Object.keys(OPERATION),
  ...SIDES.flatMap((side) => ['id', ...Object.keys(TASK_MEMBERS)].map((member) => `${side}.${member}`)),
]);
const TIMES = new Set(['plannedTime', ...Object.keys(TASK_TIMES)]);

/** Whether the last member of a path is an instant. */
export const isTimeField = (field: string): boolean => !/(?:^|\.)metadata\./.test(field) && TIMES.has(lastOf(field));
const lastOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

/** `metadata` takes one member of any name below it. */
const isKnown = (field: string, rows: 'operations' | 'movements'): boolean => {
  const known = rows === 'movements' ? OF_MOVEMENT : OF_OPERATION;
  const [, owner] =
    /^((?:(?:in|out)boundTask\.)?metadata)\.(?!__proto__$|constructor$|prototype$)[^.]{1,100}$/.exec(field) ?? [];
  return owner === undefined ? known.has(field) && lastOf(field) !== 'metadata' : known.has(owner);
};

const Column = text(255).min(1);
const Columns = z.array(Column).min(1).max(MOST_COLUMNS);
const Field = text(200)
  .min(1)
  .meta({ description: 'A dotted path, such as `inboundTask.expectedTime` or `metadata.airline`.' });
const TimeFormat = text(64)
  .superRefine((format, context) => {
    const wrong = readTimeFormat(format);
    if (typeof wrong === 'string')
      context.addIssue({ code: 'custom', message: wrong, params: { code: 'invalid_format' } });
  })
  .meta({
    description:
      '`iso`: ISO 8601; `unix`: seconds since 1970; or a pattern of yyyy yy MM M MMM dd d HH H hh h mm m ss a (am or pm) Z (offset) with other letters in single quotes, such as `dd.MM.yyyy HH:mm`. A pattern without a date means the time closest to the scheduled time of the same side. Default: iso.',
    example: 'dd.MM.yyyy HH:mm',
  });
const Zone = Timezone.nullable().meta({
  description: 'IANA time zone of times without an offset. Null, the default: that of the planning.',
});

const MappedField = z
  .strictObject({
    field: Field,
    columns: Columns.meta({
      description:
        'Headers of the file. The cells of several columns are joined: by a space for a time, by a dot for anything else; an identifier or a time is absent if one of them is empty.',
    }),
    timeFormat: TimeFormat.exactOptional(),
    timezone: Zone.exactOptional(),
    values: z.record(text(255), text(255)).exactOptional().meta({
      description:
        'What texts of the file mean, such as `{ "A": "inbound" }`; an empty text counts as absent. Other texts are taken as they are.',
    }),
    tagCategory: text(100).min(1).exactOptional().meta({
      description:
        'For the field tags: the cell has values of tags of this category, separated by `|`, in any case. Without it, ids of tags.',
    }),
  })
  .meta({ id: 'MappedField', description: 'What a column, or several together, mean.' });

const Constant = z.union([text(255), z.number(), z.boolean(), z.array(Id).max(100)]);

const Join = z
  .strictObject({
    columns: Columns.meta({ description: 'The headers of the columns that are compared.' }),
    by: z.enum(['value', 'order']).meta({
      description:
        'value: an arrival and a departure with the same text in the columns, such as a rotation number, are one turnaround. order: of the rows with the same text, such as a registration, an arrival is followed by the first departure 20 minutes to 24 hours later.',
    }),
  })
  .meta({ id: 'UploadJoin', description: 'How arrivals and departures in separate rows become turnarounds.' });

const DELIMITER = {
  description: 'What separates the cells of a row, unless a first line such as sep=; says it. Default: a comma.',
};
const ENCODING = { description: 'The character encoding of the file. Default: utf-8.' };
const FIELDS = { description: 'What each column means; other columns are ignored.' };
const CONSTANTS = {
  description:
    'Values of fields, the same in every row; the cell of a column takes precedence unless it is empty. Default: none.',
};

const members = {
  rows: z.enum(['operations', 'movements']).meta({
    description:
      'What a row is: an operation with both sides (`inboundTask.…`, `outboundTask.…`), or a movement, an arrival or a departure.',
  }),
  delimiter: z.enum(CSV_DELIMITERS).exactOptional().meta(DELIMITER),
  encoding: z.enum(CSV_ENCODINGS).exactOptional().meta(ENCODING),
  timeFormat: TimeFormat.exactOptional(),
  timezone: Zone.exactOptional(),
  fields: z.array(MappedField).min(1).max(MOST_FIELDS).meta(FIELDS),
  constants: z.record(Field, Constant).exactOptional().meta(CONSTANTS),
  join: Join.nullable().exactOptional().meta({
    description: 'For rows that are movements. Default: null, each stands alone unless `turnsWith` is mapped.',
  }),
};

interface Mapped {
  readonly rows: 'operations' | 'movements';
  readonly fields: readonly { readonly field: string; readonly tagCategory?: string | undefined }[];
  readonly constants: Readonly<Record<string, unknown>>;
  readonly join: unknown;
}
interface Finding {
  readonly path: readonly (string | number)[];
  readonly code: 'required' | 'invalid_value' | 'duplicate';
  readonly message: string;
}

const NEEDED = { operations: ['externalId'], movements: ['role', 'externalId', 'taskName'] } as const;

/** What is wrong across members: unknown or repeated fields, and what an upload that can be repeated needs. */
const findings = (mapped: Mapped): Finding[] => [
  ...mapped.fields.flatMap((_, i) => findingsOfField(mapped, i)),
  ...Object.keys(mapped.constants).flatMap((field) =>
    isKnown(field, mapped.rows) ? [] : [invalid(['constants', field], isUnknown(field, mapped.rows))],
  ),
  ...missingFields(mapped),
  ...(mapped.join != null && mapped.rows === 'operations'
    ? [invalid(['join'], 'is for rows that are movements only')]
    : []),
];

const findingsOfField = ({ rows, fields }: Mapped, i: number): Finding[] => {
  const { field, tagCategory } = present(fields[i]);
  const isTags = lastOf(field) === 'tags';
  const found: Finding[] = [];
  const path = ['fields', i, 'field'];
  if (!isKnown(field, rows)) found.push(invalid(path, isUnknown(field, rows)));
  else if (!isTags && fields.slice(0, i).some((other) => other.field === field))
    found.push({ path, code: 'duplicate', message: `${field} is mapped twice` });
  if (tagCategory !== undefined && !isTags)
    found.push(invalid(['fields', i, 'tagCategory'], 'is for the field tags only'));
  return found;
};

const missingFields = ({ rows, fields, constants }: Mapped): Finding[] => {
  const given = new Set([...fields.map(({ field }) => field), ...Object.keys(constants)]);
  const missing = NEEDED[rows]
    .filter((field) => !given.has(field))
    .map((field) => `no column gives ${field}, by which the next upload finds a row again`);
  if (rows === 'movements' && !['scheduledTime', 'expectedTime', 'actualTime'].some((time) => given.has(time)))
    missing.push('no column gives scheduledTime, expectedTime or actualTime');
  return missing.map((message) => ({ path: ['fields'], code: 'required', message }));
};

const invalid = (path: Finding['path'], message: string): Finding => ({ path, code: 'invalid_value', message });
const isUnknown = (field: string, rows: Mapped['rows']): string =>
  `${field} is no field of ${rows === 'movements' ? 'a movement' : 'an operation'}`;

const shape = (name: typeof Name | z.ZodExactOptional<typeof Name>) =>
  writeShape({ ...members, name }, READ_ONLY, (sent, { issues }, isSent) => {
    if (sent.rows === undefined || sent.fields === undefined || (isSent('constants') && sent.constants === undefined))
      return;
    const { rows, fields, constants, join } = sent;
    for (const { path, code, message } of findings({ rows, fields, constants: constants ?? {}, join }))
      issues.push({ code: 'custom', input: sent.fields, path: [...path], message, params: { code } });
  });
const READ_ONLY = ['id', 'createdBy', 'createdByName', 'createdAt', 'updatedBy', 'updatedByName', 'updatedAt'];

export const UploadMappingWrite = shape(Name).meta({
  id: 'UploadMappingWrite',
  description: 'What the columns of a CSV file mean. The name is unique in the organization.',
  example: {
    name: 'Flights of the day',
    rows: 'movements',
    delimiter: ';',
    encoding: 'windows-1252',
    timeFormat: 'dd.MM.yyyy HH:mm',
    fields: [
      { field: 'role', columns: ['A/D'], values: { A: 'inbound', D: 'outbound' } },
      { field: 'externalId', columns: ['Flight', 'Date'] },
      { field: 'taskName', columns: ['Flight'] },
      { field: 'scheduledTime', columns: ['Date', 'STA/STD'] },
      { field: 'expectedTime', columns: ['ETA/ETD'], timeFormat: 'HH:mm' },
      { field: 'metadata.registration', columns: ['Reg'] },
    ],
    join: { columns: ['Reg'], by: 'order' },
  },
});
export type UploadMappingInput = Input<typeof UploadMappingWrite>;

/** One that is used without being saved. */
export const UploadMappingOnce = shape(Name.exactOptional());

/** With every default filled in. */
export const UploadMappingRecord = z
  .object({
    id: Id,
    name: NameText,
    rows: members.rows,
    delimiter: z.enum(CSV_DELIMITERS).meta(DELIMITER),
    encoding: z.enum(CSV_ENCODINGS).meta(ENCODING),
    timeFormat: z.string().meta({ description: 'The format of times: `iso`, `unix`, or a pattern.' }),
    timezone: z.string().nullable().meta({
      description: 'IANA time zone of times without an offset; null for that of the planning.',
    }),
    fields: z.array(MappedField).meta(FIELDS),
    constants: z.record(z.string(), Constant).meta(CONSTANTS),
    join: Join.nullable(),
    createdBy: CreatedBy,
    createdByName: AuthorName.exactOptional(),
    createdAt: Instant,
    updatedBy: UpdatedBy,
    updatedAt: Instant,
  })
  .meta({ id: 'UploadMapping', description: 'A saved mapping of the columns of CSV files.' });
export type UploadMappingRecord = Output<typeof UploadMappingRecord>;

/** What a file is read by. */
export type UploadMapping = Pick<
  UploadMappingRecord,
  'rows' | 'delimiter' | 'encoding' | 'timeFormat' | 'timezone' | 'fields' | 'constants' | 'join'
>;

/** Fills in the defaults. */
export const completeMapping = (sent: Omit<UploadMappingInput, 'name'>): UploadMapping => ({
  rows: sent.rows,
  delimiter: sent.delimiter ?? ',',
  encoding: sent.encoding ?? 'utf-8',
  timeFormat: sent.timeFormat ?? 'iso',
  timezone: sent.timezone ?? null,
  fields: sent.fields as UploadMapping['fields'],
  constants: sent.constants ?? {},
  join: sent.join ?? null,
});
