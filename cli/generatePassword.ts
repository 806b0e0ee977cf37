import { randomBytes } from 'node:crypto';

const PASSWORD_BYTES = 15;

export const generatePassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');
