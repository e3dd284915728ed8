import { createProblemResponses, type JsonObject, type OpenApi, type Operation } from './openapi-document.ts'

const createHeader = (name: string, required: boolean, description: string): JsonObject => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

const id: JsonObject = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const version = createHeader('Tus-Resumable', true, 'Always 1.0.0.')
const signedIn = ['NOT_SIGNED_IN', 'TOKEN_EXPIRED', 'FORBIDDEN'] as const

const createTusOperation = (name: string, summary: string, rest: Partial<Operation>): Operation => ({
  operationId: `uploads.${name}`,
  tags: ['uploads'],
  summary,
  responses: {},
  security: [{ bearer: [] }],
  ...rest,
})

export const uncontractedPaths: OpenApi['paths'] = {
  '/v1/events': {
    get: {
      operationId: 'events.read',
      tags: ['events'],
      summary: 'Stream events',
      description: 'Server-sent events of the assets that the caller may read, until the token expires.',
      parameters: [
        createHeader('Last-Event-ID', false, 'The last event that the caller received. The stream continues after it.'),
      ],
      responses: {
        200: {
          description:
            'Each event is JSON: key (the routing key), id (of the asset), at, and in asset.v2.updated fields. ' +
            'An event named gap means that events may have been missed.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...createProblemResponses([...signedIn]),
      },
      security: [{ bearer: [] }],
    },
  },
  '/files': {
    post: createTusOperation('create', 'Announce an upload (tus 1.0)', {
      parameters: [
        version,
        createHeader('Upload-Length', true, 'The size of the upload, in bytes.'),
        createHeader(
          'Upload-Metadata',
          true,
          'kind (glb, texture, icon, psd, archive), and optionally filename and sha256 (hex), each in base64.',
        ),
        createHeader(
          'Idempotency-Key',
          false,
          'A repeated request with the same key returns the upload already announced.',
        ),
      ],
      responses: {
        201: { description: 'Created; send the bytes to Location.' },
        ...createProblemResponses([
          'INVALID_INPUT',
          ...signedIn,
          'IDEMPOTENCY_CONFLICT',
          'FILE_TOO_LARGE',
          'QUOTA_EXCEEDED',
          'TOO_MANY_REQUESTS',
        ]),
      },
    }),
  },
  '/files/{id}': {
    head: createTusOperation('progress', 'Get the number of bytes received so far', {
      parameters: [id, version],
      responses: { 200: { description: 'See Upload-Offset.' }, ...createProblemResponses([...signedIn, 'NOT_FOUND']) },
    }),
    patch: createTusOperation('append', 'Send bytes from an offset', {
      description: 'The last bytes finish the upload.',
      parameters: [id, version, createHeader('Upload-Offset', true, 'The offset of these bytes.')],
      requestBody: { required: true, content: { 'application/offset+octet-stream': {} } },
      responses: {
        204: { description: 'Received. Upload-Offset is the number of bytes received so far.' },
        409: { description: 'The offset does not match the upload.' },
        ...createProblemResponses([
          ...signedIn,
          'NOT_FOUND',
          'FILE_TOO_LARGE',
          'WRONG_FILE_TYPE',
          'CHECKSUM_MISMATCH',
          'IMAGE_INVALID',
          'MODEL_INVALID',
          'UNAVAILABLE',
          'STORAGE_FULL',
        ]),
      },
    }),
    delete: createTusOperation('terminate', 'Cancel an upload', {
      description: 'Its file is removed too, unless it is referenced or another user uploaded it.',
      parameters: [id, version],
      responses: { 204: { description: 'Deleted.' }, ...createProblemResponses([...signedIn, 'NOT_FOUND']) },
    }),
  },
  '/files/{sha256}.{ending}': {
    get: {
      operationId: 'uploads.read',
      tags: ['uploads'],
      summary: 'Download a stored file',
      description: 'Stored files are public and never change. Supports Range and If-None-Match.',
      parameters: ['sha256', 'ending'].map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      responses: {
        200: { description: 'The file, with the type of its content.' },
        206: { description: 'The requested range.' },
        304: { description: 'Not modified.' },
        416: { description: 'The range is beyond the end.' },
        ...createProblemResponses(['NOT_FOUND']),
      },
      security: [],
    },
  },
}
