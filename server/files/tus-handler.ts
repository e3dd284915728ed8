import { Server, type Upload } from '@tus/server'
import { uuidv7 } from 'uuidv7'
import { ERROR_STATUS } from '../../src/api/contract/errors.ts'
import { FILES_PATH } from '../../src/api/contract/files.ts'
import type { Caller } from '../auth/call.ts'
import {
  createErrorBody,
  createErrorResponse,
  HttpError,
  invalidInputError,
  notFoundError,
  PROBLEM_TYPE,
} from '../errors/http-error.ts'
import type { FileService } from './file-service.ts'
import { createUploadLocks } from './upload-locks.ts'
import { checkFileSize, parseUploadMetadata } from './upload-rules.ts'

/**
 * Handles tus 1.0 requests (creation, termination, expiration) below `/files`. Only the owner of an upload has access to the
 * upload.
 */
export function createTusHandler(files: FileService): (request: Request, caller?: Caller) => Promise<Response> {
  const callers = new WeakMap<Request, Caller>()
  const ids = new WeakMap<Request, string>()
  const uploadIds = new WeakMap<Request, string>()
  const largestUpload = Math.max(...Object.values(files.kinds).map(({ maxBytes }) => maxBytes))

  const server = new Server({
    path: `/${FILES_PATH}`,
    datastore: files.uploads,
    locker: createUploadLocks(),
    relativeLocation: true,
    allowedHeaders: ['Idempotency-Key'],
    // The id is read only once, so that the checked id and the used id are equal.
    getFileIdFromRequest: (request) => ids.get(request) ?? '',
    namingFunction: (request) => {
      const id = uuidv7()
      ids.set(request, id)
      return id
    },
    maxSize: (_request, id) => (id === null ? largestUpload : 0),
    async onUploadCreate(request, upload) {
      const metadata = parseUploadMetadata(upload.metadata, callers.get(request)?.id)
      checkFileSize(files.kinds, metadata.kind, upload.size ?? 0)
      const earlier = await files.startUpload(upload.id, metadata, upload.size ?? 0, readIdempotencyKey(request))
      if (earlier) {
        uploadIds.set(request, earlier)
        throw new HttpError('IDEMPOTENCY_CONFLICT', 'This upload already exists.')
      }
      return { metadata: metadata as Upload['metadata'] & {} }
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const { metadata } = await files.findUnfinished(id)
      if (metadata.owner !== callers.get(request)?.id) throw notFoundError('The upload')
    },
    async onUploadFinish(_request, upload) {
      await files.finishUpload(upload.id)
      // The upload is now in the store and does not expire. With a creation date, tus would look for the upload and fail.
      upload.creation_date = undefined
      return {}
    },
    async onResponseError(request, error) {
      const id = ids.get(request) ?? ''
      const uploadError = files.uploads.takeError(id)
      if (uploadError) await files.deleteUpload(id)
      const httpError = uploadError ?? (error instanceof HttpError ? error : undefined)
      // The app's error handler responds to temporary errors, with `Retry-After`.
      if (httpError && ERROR_STATUS[httpError.code] >= 500) throw httpError
      if (httpError)
        return { status_code: ERROR_STATUS[httpError.code], body: JSON.stringify(createErrorBody(httpError)) }
      const status = 'status_code' in error ? error.status_code : 500
      // The app's error handler logs a server error and responds. tus throws objects that are not of class `Error`.
      if (status >= 500 && status !== 501) throw error instanceof Error ? error : new Error(error.body)
      const body = createErrorBody(tusErrorToHttpError(status, 'body' in error ? error.body : ''), status)
      return { status_code: status, body: JSON.stringify(body) }
    },
  })

  return async (request, caller) => {
    if (caller) callers.set(request, caller)
    if (request.method === 'OPTIONS') return server.handleWeb(request)
    const id = parseUploadId(request)
    if (request.method !== 'POST') {
      ids.set(request, id)
      const upload = caller && (await files.find(id, caller.id, request.method === 'DELETE'))
      // Checked first, so that another user's upload and a missing upload get the same response.
      if (!upload) throw notFoundError('The upload')
      if (request.method !== 'HEAD') await files.owner.assertWritable()
      const { finishedFile: findFinished } = upload
      if (findFinished && request.method === 'HEAD') return createHeadResponse(findFinished.bytes)
      if (findFinished && request.method === 'DELETE') {
        await files.deleteUpload(id)
        return createTusResponse(204)
      }
      if (findFinished) return createPatchResponse(request, findFinished.bytes)
    }
    if (request.method === 'POST') await files.owner.assertWritable()
    const response = await server
      .handleWeb(request)
      .catch(async (error) => {
        // The upload could not be stored. If the database is unreachable too, the sweep releases the quota later.
        if (request.method === 'POST' && !(error instanceof HttpError))
          await files.deleteUpload(ids.get(request) ?? '').catch(() => {})
        throw error
      })
      .finally(() => files.endAnnouncement(ids.get(request) ?? ''))
    const earlier = uploadIds.get(request)
    if (earlier) return createTusResponse(201, { location: `/${FILES_PATH}/${earlier}` })
    if (request.method === 'DELETE' && [204, 404, 410].includes(response.status)) await files.deleteUpload(id)
    return toProblemResponse(response)
  }
}

/** Returns the upload id in a URL; empty if the URL contains no valid id. */
const parseUploadId = ({ url }: Request): string => /^\/files\/([\w-]{1,64})\/?$/.exec(new URL(url).pathname)?.[1] ?? ''

const createHeadResponse = (bytes: number) =>
  createTusResponse(200, { 'upload-offset': String(bytes), 'upload-length': String(bytes) })

/**
 * Responds to a PATCH of a finished upload, whose last bytes another process may have received without responding. After a 409
 * the client queries the offset (tus 1.0); after a 404 it would send everything again.
 */
function createPatchResponse(request: Request, bytes: number): Response {
  const isComplete =
    request.headers.get('upload-offset') === String(bytes) && !Number(request.headers.get('content-length'))
  if (isComplete) return createTusResponse(204, { 'upload-offset': String(bytes) })
  return createErrorResponse(new HttpError('INVALID_INPUT', 'The upload is finished already.'), 409)
}

const createTusResponse = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, {
    status,
    headers: {
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
      ...headers,
    },
  })

/** Returns the `Idempotency-Key` of a request. Throws `INVALID_INPUT` for an invalid length. */
function readIdempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined
  if (key !== undefined && (key.length < 1 || key.length > 255))
    throw invalidInputError([{ path: 'header.Idempotency-Key', message: 'The key must have 1 to 255 characters.' }])
  return key
}

function tusErrorToHttpError(status: number, text: string): HttpError {
  if (status === 404 || status === 410) return new HttpError('NOT_FOUND', 'The upload was not found.')
  if (status === 413) return new HttpError('FILE_TOO_LARGE', 'More bytes were sent than the upload has.')
  return new HttpError('INVALID_INPUT', text.trim() || 'The upload request is not valid.')
}

/** Converts failed responses to the format of the API contract. */
async function toProblemResponse(response: Response): Promise<Response> {
  if (response.status < 400) return response
  const text = await response.text()
  const tusHeaders = [...response.headers].filter(([name]) => name.startsWith('tus-') || name.startsWith('upload-'))
  if (text.startsWith('{'))
    return new Response(text, {
      status: response.status,
      headers: [...tusHeaders, ['content-type', PROBLEM_TYPE], ['cache-control', 'no-store']],
    })
  const problem = createErrorResponse(new HttpError('INVALID_INPUT', text.trim()), response.status)
  for (const [name, value] of tusHeaders) problem.headers.set(name, value)
  return problem
}
