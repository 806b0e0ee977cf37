import { type Answered, dataOf } from '../client/tidegate.ts';
import { ServiceError, UnreachableError } from '../client/serviceError.ts';
import { InputError } from './inputFile.ts';

/** The body of a response. Throws InputError with the service's reason when it refuses. */
export const answerOf = <T>(call: Promise<Answered<T>>): Promise<Exclude<T, undefined>> => orRefused(dataOf(call));

/** Turns refusals of the service into InputError, as problems of the command's input. */
export const orRefused = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnreachableError) throw new InputError([error.message]);
    if (!(error instanceof ServiceError)) throw error;
    const { errors, status, message } = error;
    throw new InputError(
      errors.length > 0 ? errors.map((one) => `${one.path}: ${one.message}`) : [`${status}: ${message}`],
    );
  }
};
