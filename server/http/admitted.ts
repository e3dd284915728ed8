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

/**
 * The same handlers, each let in when its turn comes. By then its body is here: whoever sends slowly holds no place.
 */
export function admitted<C extends Contract>(contract: C, handlers: Handlers<C>, admission: Admission): Handlers<C> {
  const wrap = ({ method, path }: Endpoint, handle: AnyHandler): AnyHandler => {
    const lane = laneOf(method, `/${path}`)
    return lane
      ? (received, call) => admission.run(lane, call.address, () => handle(received, call), cameAt.getStore())
      : handle
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
