import type { Contract, Endpoint, Input, Output } from './contract/endpoint.ts'
import type { Http } from './http.ts'
import { uniqueKey } from './unique-key.ts'

/** What a single call may be given beside its input. */
export interface CallOptions {
  signal?: AbortSignal
  /** One key for one intent: a repeated call with the same key makes one thing. Made by itself where left out. */
  idempotencyKey?: string
  /** `updatedAt` of the version the change was made to; an older one is refused with 412. */
  ifMatch?: string
  /** The call outlives the page, where the browser can: for what is sent while it is left. */
  keepalive?: boolean
}

type Call<E> =
  Record<never, never> extends Input<E>
    ? (input?: Input<E>, options?: CallOptions) => Promise<Output<E>>
    : {
        /** With the flag `silent` in its body, which is not sent, a refusal (status 300 or more) gives `undefined` (Spec §8). */
        (input: Silenced<Input<E>>, options?: CallOptions): Promise<Output<E> | undefined>
        (input: Input<E>, options?: CallOptions): Promise<Output<E>>
      }

type Silenced<I> = I extends { body: infer B } ? Omit<I, 'body'> & { body: B & { silent: true } } : never

/** One typed function for every endpoint of the contract; each rejects with `ApiError`. */
export type Client<C extends Contract> = { [S in keyof C]: { [E in keyof C[S]]: Call<C[S][E]> } }

/** Makes the client of a contract over `http`. */
export const createClient = <C extends Contract>(contract: C, http: Http): Client<C> =>
  mapValues(contract, (endpoints, service) =>
    mapValues(
      endpoints,
      (endpoint) =>
        ({ body: { silent, ...body } = {}, ...input }: LooseInput = {}, options: CallOptions = {}) =>
          http({
            service,
            endpoint,
            path: fillHoles(endpoint.path, input),
            query: toSearchParams(input.query),
            headers: headersOf(endpoint, options),
            ...(endpoint.body ? { body } : {}),
            isSilent: silent === true,
            signal: options.signal,
            keepalive: options.keepalive,
          }),
    ),
  ) as unknown as Client<C>

type LooseInput = Record<string, unknown> & { query?: Record<string, unknown>; body?: Record<string, unknown> }

/** The path with its `{name}` holes filled from `input`. */
const fillHoles = (path: string, input: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, hole: string) => encodeURIComponent(String(input[hole])))

/** Query values as parameters: many values repeat the name, absent ones are left out. */
function toSearchParams(query: Record<string, unknown> = {}): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) parameters.append(name, String(one))
    }
  }
  return parameters
}

const headersOf = (endpoint: Endpoint, { idempotencyKey, ifMatch }: CallOptions): Record<string, string> => ({
  ...(endpoint.idempotent ? { 'idempotency-key': idempotencyKey ?? uniqueKey() } : {}),
  ...(ifMatch ? { 'if-match': `"${ifMatch}"` } : {}),
})

const mapValues = <T, U>(object: Record<string, T>, change: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
