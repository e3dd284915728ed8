import type { RequestListener } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { safe } from '../client/security.ts'
import { asRefusal, errorResponse, Refusal } from '../errors.ts'

/** A listener of Node's from an app's `fetch`. A request that names no host reaches it too; one that cannot be read hears 400. */
export const listenerOf = (fetch: Parameters<typeof getRequestListener>[0]): RequestListener =>
  getRequestListener(fetch, {
    overrideGlobalObjects: false,
    // Only to have an address: the app refuses what names no host.
    hostname: 'localhost',
    errorHandler: (fault) =>
      safe(
        errorResponse(
          fault instanceof RequestError
            ? new Refusal('INVALID_INPUT', 'The address or the host of this request cannot be read.')
            : asRefusal(fault),
        ),
      ),
  }) as RequestListener
