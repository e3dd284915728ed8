import type { Endpoint, Service } from './endpoint.ts'

/** Counterpart of a call below `private/`, for admins only. */
export type PrivateEndpoint<E> = E extends Endpoint & { path: infer P extends string }
  ? Omit<E, 'path' | 'access'> & { path: `private/${P}`; access: readonly ['manage', 'all'] }
  : never

/** Counterparts of a service's calls below `private/`, for admins only, on the data of all users. */
export const toPrivateService = <const S extends Service>(service: S): { [E in keyof S]: PrivateEndpoint<S[E]> } =>
  Object.fromEntries(
    Object.entries(service).map(([name, endpoint]) => [
      name,
      { ...endpoint, path: `private/${endpoint.path}`, access: ['manage', 'all'] },
    ]),
  ) as never
