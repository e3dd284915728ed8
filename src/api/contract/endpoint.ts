import type * as v from 'valibot'

type Schema = v.GenericSchema

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Actions of a right, as CASL names them. */
export type Action = 'read' | 'create' | 'update' | 'delete' | 'lock' | 'export' | 'manage'
export type Subject = 'Asset' | 'Application' | 'Tag' | 'File' | 'User' | 'all'

/** A right that the token's ability must grant. */
export type Right = readonly [Action, Subject]

/**
 * Access level of a call. `anyone`: no token needed. `member`: any valid token, a guest's too. `session`: the token of a session,
 * never an API token. `fresh`: a session whose user entered the password or a mailed code within the last 10 minutes. A
 * {@link Right}: a token whose ability grants this right. A right followed by `fresh` requires both.
 */
export type Access = 'anyone' | 'member' | 'session' | 'fresh' | Right | readonly [...Right, 'fresh']

/** Returns the right that an access level requires; undefined if a valid token is enough. */
export const getRequiredRight = (access: Access): Right | undefined =>
  typeof access === 'string' ? undefined : [access[0], access[1]]

/** Returns whether a call requires the access level `fresh`. */
export const needsProof = (access: Access): boolean =>
  access === 'fresh' || (typeof access !== 'string' && access[2] === 'fresh')

/** Description of one call, shared by client and server. A plain value without I/O. */
export interface Endpoint<Q extends Schema = Schema, B extends Schema = Schema, R extends Schema = Schema> {
  method: Method
  /** Path with `{name}` placeholders, below the API's base address, without a leading slash. */
  path: string
  /** Title in the API's documentation: imperative, at most 60 characters, without a full stop. */
  summary: string
  description?: string
  access: Access
  /** Body field with the user's password. A call of level `fresh` that contains this field needs no earlier confirmation. */
  provenBy?: string
  query?: Q
  body?: B
  returns: R
  /** Status of the response; 200 if absent. */
  status?: 200 | 201
  /** The response is a file of this type. The call resolves with the `Response`, whose body is streamed. */
  media?: 'application/zip'
  /** Whether the endpoint accepts an `Idempotency-Key`, so that a repeated request has one effect. */
  idempotent?: true
}

/** Properties of an endpoint that a call needs at run time. A built client contains only these (`vite/lean-contract.ts`). */
export type CallDefinition = Pick<Endpoint, 'method' | 'path' | 'access' | 'idempotent' | 'media' | 'returns'> & {
  body?: unknown
}

type PathParameterNames<P extends string> = P extends `${string}{${infer H}}${infer T}`
  ? H | PathParameterNames<T>
  : never

/** Names of the path's placeholders with their values. */
export type PathParameters<E> = E extends { path: infer P extends string }
  ? { [H in PathParameterNames<P>]: string }
  : never

/** Input of a call: values of the path's placeholders, query and body, as far as the endpoint has them. */
export type Input<E> = PathParameters<E> &
  (E extends { query: infer Q extends Schema } ? { query?: v.InferInput<Q> } : unknown) &
  (E extends { body: infer B extends Schema } ? { body: v.InferInput<B> } : unknown)

/** Input of a handler: the parsed {@link Input}. */
export type HandlerInput<E> = { params: PathParameters<E> } & (E extends { query: infer Q extends Schema }
  ? { query: v.InferOutput<Q> }
  : unknown) &
  (E extends { body: infer B extends Schema } ? { body: v.InferOutput<B> } : unknown)

export type Output<E> = E extends { returns: infer R extends Schema } ? v.InferOutput<R> : never

/** Preserves the literal types of an endpoint while checking its shape. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition

export type Service = Record<string, Endpoint>
export type Contract = Record<string, Service>
