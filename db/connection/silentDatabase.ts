/** The server has not answered anything for too long. The code is that of a lost connection, or of one that could not be made. */
export class SilentDatabase extends Error {
  readonly code: '08006' | '08001';

  constructor(limitSeconds: number, wasSent: boolean) {
    super(`The database server has not answered for ${limitSeconds} s.`);
    this.name = 'SilentDatabase';
    this.code = wasSent ? '08006' : '08001';
  }
}
