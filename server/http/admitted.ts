import type { MiddlewareHandler } from 'hono'
import type { Contract, Endpoint } from '../../src/api/contract/endpoint.ts'
import type { Handlers } from '../bind.ts'
import type { Call } from '../call.ts'
import { addressOf } from '../client/address.ts'
import { type Admission, laneOf } from './admission.ts'

type AnyHandler = (received: object, call: Call) => Promise<unknown>

/**
 * The same handlers, each let in when its turn comes. By then its body is here: whoever sends slowly holds no place.
 */
export function admitted<C extends Contract>(contract: C, handlers: Handlers<C>, admission: Admission): Handlers<C> {
  const wrap = ({ method, path }: Endpoint, handle: AnyHandler): AnyHandler => {
    const lane = laneOf(method, `/${path}`)
    return lane ? (received, call) => admission.run(lane, call.address, () => handle(received, call)) : handle
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

/** Refuses what could not even wait before anything of it is read. */
export const refuseEarly = (admission: Admission, trustedProxies: number): MiddlewareHandler => {
  return async (c, next) => {
    const lane = laneOf(c.req.method, c.req.path)
    if (lane) admission.check(lane, addressOf(c, trustedProxies))
    await next()
  }
}
