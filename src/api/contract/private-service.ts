import type { Endpoint, Service } from './endpoint.ts'

/** Variant of a call under the path `private/`, for admins only. */
export type PrivateEndpoint<E> = E extends Endpoint & { path: infer P extends string }
  ? Omit<E, 'path' | 'access'> & { path: `private/${P}`; access: readonly ['manage', 'all'] }
  : never

/**
 * Returns the variants of a service's calls under the path `private/`. They are for admins only and cover the data of all users.
 */
export const toPrivateService = <const S extends Service>(service: S): { [E in keyof S]: PrivateEndpoint<S[E]> } =>
  Object.fromEntries(
    Object.entries(service).map(([name, endpoint]) => [
      name,
      { ...endpoint, path: `private/${endpoint.path}`, access: ['manage', 'all'] },
    ]),
  ) as never
