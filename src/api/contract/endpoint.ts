import type * as v from 'valibot'

type Schema = v.GenericSchema

/** Request methods of the contract. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a caller may do, as CASL names it: the server decides by it, the client shows or hides by it. */
export type Action = 'read' | 'create' | 'update' | 'delete' | 'lock' | 'export' | 'manage'
export type Subject = 'Asset' | 'Application' | 'Tag' | 'File' | 'User' | 'all'

/**
 * Who may call: `anyone` (no token needed), `member` (any valid token, a guest's too), `session` (the token of somebody
 * who signed in, never an API token), or a right that the token's ability must grant.
 */
export type Access = 'anyone' | 'member' | 'session' | readonly [Action, Subject]

/** One call the client makes and the server answers. A value: it does no I/O. */
export interface Endpoint<Q extends Schema = Schema, B extends Schema = Schema, R extends Schema = Schema> {
  method: Method
  /** Path with `{name}` holes, below the API's base address, without a leading slash. */
  path: string
  /** One sentence for the API's documentation. */
  summary: string
  access: Access
  query?: Q
  body?: B
  returns: R
  /** Status of the answer; 200 where left out. */
  status?: 200 | 201
  /** The answer is a file of this type: `returns` gives the response itself, whose body is read as it comes. */
  media?: 'application/zip'
  /** Takes an `Idempotency-Key`, so that a repeated request makes one thing, not two. */
  idempotent?: true
}

/** What a call is made by: of a built client nothing else of the contract is left (`vite/lean-contract.ts`). */
export type CallForm = Pick<Endpoint, 'method' | 'path' | 'access' | 'idempotent' | 'media' | 'returns'> & {
  body?: unknown
}

type Holes<P extends string> = P extends `${string}{${infer H}}${infer T}` ? H | Holes<T> : never

/** The names of the path's holes with their values. */
export type Params<E> = E extends { path: infer P extends string } ? { [H in Holes<P>]: string } : never

/** What a caller hands in: the holes of the path, the query and the body, each only where the endpoint has it. */
export type Input<E> = Params<E> &
  (E extends { query: infer Q extends Schema } ? { query?: v.InferInput<Q> } : unknown) &
  (E extends { body: infer B extends Schema } ? { body: v.InferInput<B> } : unknown)

/** What a handler receives: the same, parsed. */
export type Received<E> = { params: Params<E> } & (E extends { query: infer Q extends Schema }
  ? { query: v.InferOutput<Q> }
  : unknown) &
  (E extends { body: infer B extends Schema } ? { body: v.InferOutput<B> } : unknown)

/** What comes back, parsed. */
export type Output<E> = E extends { returns: infer R extends Schema } ? v.InferOutput<R> : never

/** Keeps the literal types of an endpoint while checking its form. */
export const endpoint = <const E extends Endpoint>(it: E): E => it

/** The endpoints of one service by name, and all services by name. */
export type Service = Record<string, Endpoint>
export type Contract = Record<string, Service>
