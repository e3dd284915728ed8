import type { Contract, Input, Output } from './endpoint.ts'

/** Options of a single call, in addition to its input. */
export interface CallOptions {
  signal?: AbortSignal
  /** Key of one intent: a repeated call with the same key has one effect. Generated if absent. */
  idempotencyKey?: string
  /** `updatedAt` of the version that the change is based on; the server refuses an outdated one with 412. */
  ifMatch?: string
  /** Bytes of this version that were received before. The response is the rest, or the whole file if its version has changed. */
  resumeFrom?: { bytes: number; etag: string } | undefined
  /** Fetch option for calls that are sent while the page unloads: the request outlives the page where the browser supports it. */
  keepalive?: boolean
}

type Call<E> =
  Record<never, never> extends Input<E>
    ? (input?: Input<E>, options?: CallOptions) => Promise<Output<E>>
    : {
        /**
         * With the flag `silent` in the body, which is not sent, a refusal (status 300 or more) resolves with `undefined` (Spec
         * §8).
         */
        (input: Silenced<Input<E>>, options?: CallOptions): Promise<Output<E> | undefined>
        (input: Input<E>, options?: CallOptions): Promise<Output<E>>
      }

type Silenced<I> = I extends { body: infer B } ? Omit<I, 'body'> & { body: B & { silent: true } } : never

/** One typed function for every endpoint of the contract; each rejects with `ApiError`. */
export type Client<C extends Contract> = { [S in keyof C]: { [E in keyof C[S]]: Call<C[S][E]> } }
