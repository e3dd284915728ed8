import type { Endpoint, Service } from './endpoint.ts'

/** The twin of a call below `private/`, for admins alone. */
export type Private<E> = E extends Endpoint & { path: infer P extends string }
  ? Omit<E, 'path' | 'access'> & { path: `private/${P}`; access: readonly ['manage', 'all'] }
  : never

/** The twins of a service: the same calls below `private/`, for admins alone, who see and change what is everybody's. */
export const privately = <const S extends Service>(service: S): { [E in keyof S]: Private<S[E]> } =>
  Object.fromEntries(
    Object.entries(service).map(([name, it]) => [
      name,
      { ...it, path: `private/${it.path}`, access: ['manage', 'all'] },
    ]),
  ) as never
