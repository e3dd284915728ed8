import type { RequestListener } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { createErrorResponse, HttpError, toHttpError } from '../errors/http-error.ts'
import { withSecurityHeaders } from './security.ts'

/**
 * Creates a Node listener from an app's `fetch`. Requests without a host reach the app; requests that cannot be parsed get a 400.
 */
export const createRequestListener = (fetch: Parameters<typeof getRequestListener>[0]): RequestListener =>
  getRequestListener(fetch, {
    overrideGlobalObjects: false,
    // Substitute host for requests without one, to get a valid URL. The app refuses those requests.
    hostname: 'localhost',
    errorHandler: (error) =>
      withSecurityHeaders(
        createErrorResponse(
          error instanceof RequestError
            ? new HttpError('INVALID_INPUT', 'The address or the host of this request cannot be read.')
            : toHttpError(error),
        ),
      ),
  }) as RequestListener
