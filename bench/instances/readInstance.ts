import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { InputError } from '../../cli/inputFile.ts';
import { readPlan } from '../../cli/planningFile.ts';
import { ImportError } from './instanceText.ts';
import { importPatientAdmission } from './patientAdmission.ts';
import { importPersonnelTasks } from './personnelTasks.ts';
import type { PublicInstance } from './publicInstance.ts';

/** Reads an instance of any known format, which is detected from the content. Throws ImportError. */
export const readInstance = async (file: string): Promise<PublicInstance> => {
  const text = await readText(file);
  if (/^\s*\{/.test(text)) return importDocument(file, text);
  if (/^\s*Type\s*=/m.test(text)) return importPersonnelTasks(file, text);
  if (/^\s*ROOMPROPERTIES:/m.test(text)) return importPatientAdmission(file, text);
  throw new ImportError(
    file,
    0,
    'Is in no known format: personnel tasks ("Type = 1"), patient admission ("ROOMPROPERTIES:"), a planning document (JSON).',
  );
};

const readText = async (file: string): Promise<string> => {
  try {
    const bytes = await readFile(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (error) {
    throw new ImportError(file, 0, `Cannot be read: ${(error as Error).message}.`);
  }
};

/** Validates the document in the same way as every command that reads a planning document. */
const importDocument = (file: string, text: string): PublicInstance => {
  try {
    return { family: 'planning document', document: readPlan(JSON.parse(text)).document, score: null };
  } catch (error) {
    if (error instanceof InputError) throw new ImportError(file, 0, error.message);
    throw new ImportError(file, 0, `Is not JSON: ${(error as Error).message}.`);
  }
};
