import type { RequestListener } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { Hono } from 'hono'
import { asRefusal, errorResponse, Refusal } from './errors.ts'

/** The app as a listener of Node's. A request that names no host reaches it too; one that cannot be read hears 400. */
export const answerTo = (app: Hono): RequestListener =>
  getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // Only to have an address: the app refuses what names no host.
    hostname: 'localhost',
    errorHandler: (fault) =>
      errorResponse(
        fault instanceof RequestError
          ? new Refusal('INVALID_INPUT', 'The address or the host of this request cannot be read.')
          : asRefusal(fault),
      ),
  }) as RequestListener
