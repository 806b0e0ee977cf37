/** What load balancers and Prometheus request: answered from memory, never refused with 429, and counted apart from the requests of users. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
