import type { TokenSource } from '../../client/tidegate.ts';
import { type Endpoints, endpointsOf, type Service } from './endpoints.ts';

/**
 * The service as it is used for one planning. Ids are unique only within an organization, and a user may belong to several: everything that is requested
 * or followed by this names the organization of the planning.
 */
export class Reach {
  readonly token: TokenSource;
  /** Null until it is known, which is once the plannings of the user are. */
  organization: string | null;
  readonly service: Service;
  readonly endpoints: Endpoints;

  constructor(
    token: TokenSource,
    organization: string | null,
    open: (workspace: string | null, organization: string | null) => ReturnType<Service>,
  ) {
    this.token = token;
    this.organization = organization;
    this.service = (workspace) => open(workspace, this.organization);
    this.endpoints = endpointsOf(this.service);
  }
}
