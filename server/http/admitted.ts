import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { Contract, Endpoint } from '../../src/api/contract/endpoint.ts'
import type { Handlers } from '../bind.ts'
import type { Call } from '../call.ts'
import { addressOf } from '../client/address.ts'
import { type Admission, laneOf } from './admission.ts'

/** When the call at work came, by `performance.now()`. */
const cameAt = new AsyncLocalStorage<number>()

type AnyHandler = (received: object, call: Call) => Promise<unknown>

/** The same answer, and when all of its body has been read, or nobody reads it any more. */
function followed(answer: unknown): { answer: unknown; over: Promise<unknown> } {
  if (!(answer instanceof Response) || !answer.body) return { answer, over: Promise.resolve() }
  const reader = answer.body.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  const { status, headers } = answer
  return { answer: new Response(body, { status, headers }), over: reader.closed.catch(() => {}) }
}

/** Lets a call in whose answer is read for as long as it takes: it has its place until then. */
const runToItsEnd = (run: (work: () => Promise<void>) => Promise<void>, handle: () => Promise<unknown>) =>
  new Promise<unknown>((resolve, reject) => {
    run(async () => {
      const { answer, over } = followed(await handle())
      resolve(answer)
      await over
    }).catch(reject)
  })

/**
 * The same handlers, each let in when its turn comes. By then its body is here: whoever sends slowly holds no place.
 */
export function admitted<C extends Contract>(contract: C, handlers: Handlers<C>, admission: Admission): Handlers<C> {
  const wrap = ({ method, path, media }: Endpoint, handle: AnyHandler): AnyHandler => {
    const lane = laneOf(method, `/${path}`)
    if (!lane) return handle
    return (received, call) => {
      const run = <T>(work: () => Promise<T>) => admission.run(lane, call.address, work, cameAt.getStore())
      const work = () => handle(received, call)
      return media ? runToItsEnd(run, work) : run(work)
    }
  }
  const services = Object.entries(contract).map(([service, endpoints]) => [
    service,
    Object.fromEntries(
      Object.entries(endpoints).map(([name, endpoint]) => [
        name,
        wrap(endpoint, handlers[service]![name] as unknown as AnyHandler),
      ]),
    ),
  ])
  return Object.fromEntries(services) as Handlers<C>
}

/**
 * Refuses at once what is too much, before anything is done for it. A call whose body is still on its way counts only when
 * that is here.
 */
export const countCalls = (admission: Admission, trustedProxies: number): MiddlewareHandler => {
  return async (c, next) => {
    const lane = laneOf(c.req.method, c.req.path)
    if (!lane) return next()
    const address = addressOf(c, trustedProxies)
    if (lane === 'uploads' || isArriving(c)) {
      admission.check(lane, address)
      return next()
    }
    const leave = admission.arrive(lane, address)
    try {
      await cameAt.run(performance.now(), next)
    } finally {
      leave()
    }
  }
}

const isArriving = (c: Context) =>
  (c.env as { incoming?: IncomingMessage } | undefined)?.incoming?.complete === false && c.req.method !== 'GET'
