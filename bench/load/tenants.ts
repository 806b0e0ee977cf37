import { request } from './request.ts';

/** The greeting of a server on its first start: the address and the administrator's login. */
export const GREETING = /serves (http:\/\/\S+)[\s\S]*Login: (\S+) \/ (\S+)\n/;

export interface Tenant {
  readonly organization: string;
  /** The API key of the organization's admin. */
  readonly key: string;
  /** Creates another key of the same admin. */
  readonly newKey: () => Promise<string>;
}

/** Logs in and returns the access token. */
export const login = async (url: string, email: string, password: string): Promise<string> =>
  (await request<{ access: string }>(url, 'none', 'POST', '/auth/login/', { email, password })).access;

/** Creates an organization with an admin of its own and that admin's key. */
export const newTenant = async (url: string, administrator: string, name: string): Promise<Tenant> => {
  const own = { email: `${name}@example.org`, password: `the password of ${name}` };
  const { id } = await request<{ id: string }>(url, administrator, 'POST', '/v1/organizations/', { name });
  await request(url, administrator, 'POST', `/v1/organizations/${id}/members/`, { ...own, role: 'admin' });
  const access = await login(url, own.email, own.password);
  const wanted = { name, organization: id, role: 'admin' };
  const newKey = async (): Promise<string> =>
    (await request<{ key: string }>(url, access, 'POST', '/v1/api-keys/', wanted)).key;
  return { organization: id, key: await newKey(), newKey };
};
