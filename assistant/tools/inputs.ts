/** Members that the inputs of several tools have. */
import { z } from 'zod';

export const operation = z.string().min(1).max(255).describe('Id or name');
export const resource = z.string().max(255).optional().describe('Id or name');
export const location = z
  .string()
  .max(255)
  .optional()
  .describe('Id or name of a location: its resources, and those of the locations inside it');
export const tag = z.string().max(255).optional().describe('Id, value, or category and value');
export const otherTag = z.string().max(255).optional().describe('A further tag: only what has both');
export const from = z.string().max(40).optional().describe('ISO 8601, or HH:MM in the planning’s zone');
export const to = z.string().max(40).optional();
