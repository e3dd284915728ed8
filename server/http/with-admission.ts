import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { Contract, Endpoint } from '../../src/api/contract/endpoint.ts'
import type { Call } from '../auth/call.ts'
import type { Handlers } from '../handlers/bind-routes.ts'
import { type Admission, findQueueName } from './admission.ts'
import { getClientAddress } from './client-address.ts'

const arrivalTime = new AsyncLocalStorage<number>()

type AnyHandler = (received: object, call: Call) => Promise<unknown>

/** Wraps a response. `bodySent` resolves once its body was read completely or cancelled. */
function trackBody(result: unknown): { response: unknown; bodySent: Promise<unknown> } {
  if (!(result instanceof Response) || !result.body) return { response: result, bodySent: Promise.resolve() }
  const reader = result.body.getReader()
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
  const { status, headers } = result
  return { response: new Response(body, { status, headers }), bodySent: reader.closed.catch(() => {}) }
}

const runUntilBodyRead = (run: (work: () => Promise<void>) => Promise<void>, handle: () => Promise<unknown>) =>
  new Promise<unknown>((resolve, reject) => {
    run(async () => {
      const { response, bodySent } = trackBody(await handle())
      resolve(response)
      await bodySent
    }).catch(reject)
  })

/** Wraps handlers in admission control. Handlers run after the body is read, so a slow sender never occupies a slot. */
export function withAdmission<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  admission: Admission,
): Handlers<C> {
  const wrap = ({ method, path, media }: Endpoint, handle: AnyHandler): AnyHandler => {
    const queueName = findQueueName(method, `/${path}`)
    if (!queueName) return handle
    return (received, call) => {
      const run = <T>(work: () => Promise<T>) => admission.run(queueName, call.address, work, arrivalTime.getStore())
      const work = () => handle(received, call)
      return media ? runUntilBodyRead(run, work) : run(work)
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

/** Refuses excess calls before any work is done for them. A call is counted once its body is complete. */
export const createAdmissionMiddleware = (admission: Admission, trustedProxies: number): MiddlewareHandler => {
  return async (c, next) => {
    const queueName = findQueueName(c.req.method, c.req.path)
    if (!queueName) return next()
    const address = getClientAddress(c, trustedProxies)
    if (queueName === 'uploads' || isBodyIncomplete(c)) {
      admission.check(queueName, address)
      return next()
    }
    const endArrival = admission.countArrival(queueName, address)
    try {
      await arrivalTime.run(performance.now(), next)
    } finally {
      endArrival()
    }
  }
}

const isBodyIncomplete = (c: Context) =>
  (c.env as { incoming?: IncomingMessage } | undefined)?.incoming?.complete === false && c.req.method !== 'GET'
