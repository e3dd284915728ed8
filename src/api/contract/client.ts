import type { Contract, Input, Output } from './endpoint.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** Idempotency key: repeated calls with the same key have one effect. Generated if absent. */
  idempotencyKey?: string
  /** `updatedAt` of the version that the change is based on. The server refuses an outdated value with 412. */
  ifMatch?: string
  /**
   * Number of bytes already received, and the `etag` of the file that these bytes belong to. The response contains the remaining
   * bytes, or the whole file if its `etag` has changed.
   */
  resumeFrom?: { bytes: number; etag: string } | undefined
  /** Fetch option for calls that are sent while the page unloads: the request outlives the page where the browser supports it. */
  keepalive?: boolean
}

type Call<E> =
  Record<never, never> extends Input<E>
    ? (input?: Input<E>, options?: CallOptions) => Promise<Output<E>>
    : {
        /**
         * With `silent: true` in the body, a refusal (status 300 or more) resolves with `undefined` (Spec §8). The flag itself is
         * not sent.
         */
        (input: Silenced<Input<E>>, options?: CallOptions): Promise<Output<E> | undefined>
        (input: Input<E>, options?: CallOptions): Promise<Output<E>>
      }

type Silenced<I> = I extends { body: infer B } ? Omit<I, 'body'> & { body: B & { silent: true } } : never

/** One typed function for every endpoint of the contract; each rejects with `ApiError`. */
export type Client<C extends Contract> = { [S in keyof C]: { [E in keyof C[S]]: Call<C[S][E]> } }
