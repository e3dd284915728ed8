import type { Contract, Input, Output } from './endpoint.ts'

/** What a single call may be given beside its input. */
export interface CallOptions {
  signal?: AbortSignal
  /** One key for one intent: a repeated call with the same key makes one thing. Made by itself where left out. */
  idempotencyKey?: string
  /** `updatedAt` of the version the change was made to; an older one is refused with 412. */
  ifMatch?: string
  /** So many bytes of this version are here already: the answer is the rest, or all where there is another by now. */
  from?: { bytes: number; etag: string } | undefined
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
