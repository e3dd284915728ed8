import type { CallOptions, Client } from './contract/client.ts'
import type { CallDefinition, Contract } from './contract/endpoint.ts'
import { createUniqueKey } from './create-unique-key.ts'
import type { HttpClient } from './http.ts'

export const createClient = <C extends Contract>(contract: C, http: HttpClient): Client<C> =>
  mapValues(contract, (endpoints, service) =>
    mapValues(
      endpoints,
      (endpoint: CallDefinition) =>
        ({ body: { silent, ...body } = {}, ...input }: LooseInput = {}, options: CallOptions = {}) =>
          http({
            service,
            endpoint,
            path: fillPathParameters(endpoint.path, input),
            query: toSearchParams(input.query),
            headers: requestHeaders(endpoint, options),
            ...(endpoint.body ? { body } : {}),
            isSilent: silent === true,
            signal: options.signal,
            keepalive: options.keepalive,
          }),
    ),
  ) as unknown as Client<C>

type LooseInput = Record<string, unknown> & { query?: Record<string, unknown>; body?: Record<string, unknown> }

const fillPathParameters = (path: string, input: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))

/** Converts query values to parameters: several values repeat the name, undefined ones are omitted. */
function toSearchParams(query: Record<string, unknown> = {}): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) parameters.append(name, String(item))
    }
  }
  return parameters
}

const requestHeaders = (
  endpoint: CallDefinition,
  { idempotencyKey, ifMatch, resumeFrom }: CallOptions,
): Record<string, string> => ({
  ...(endpoint.idempotent ? { 'idempotency-key': idempotencyKey ?? createUniqueKey() } : {}),
  ...(ifMatch ? { 'if-match': `"${ifMatch}"` } : {}),
  ...(resumeFrom ? { range: `bytes=${resumeFrom.bytes}-`, 'if-range': resumeFrom.etag } : {}),
})

const mapValues = <T, U>(object: Record<string, T>, change: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
