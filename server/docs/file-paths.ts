import { type JsonObject, type OpenApi, type Operation, problems } from './document.ts'

const header = (name: string, required: boolean, description: string): JsonObject => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

const id: JsonObject = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const version = header('Tus-Resumable', true, 'Always 1.0.0.')
const signedIn = ['NOT_SIGNED_IN', 'TOKEN_EXPIRED', 'FORBIDDEN'] as const

const tus = (name: string, summary: string, rest: Partial<Operation>): Operation => ({
  operationId: `uploads.${name}`,
  tags: ['uploads'],
  summary,
  responses: {},
  security: [{ bearer: [] }],
  ...rest,
})

/** The calls that no contract entry describes: tus 1.0, the stored files themselves, and live events. */
export const filePaths: OpenApi['paths'] = {
  '/v1/events': {
    get: {
      operationId: 'events.read',
      tags: ['events'],
      summary:
        'What happens to the assets the caller may see, as it happens (server-sent events), until the token ends.',
      parameters: [header('Last-Event-ID', false, 'The last event the caller has: the stream goes on after it.')],
      responses: {
        200: {
          description:
            'Each event is JSON: key (the routing key), id (of the asset), at, and in asset.v2.updated fields. ' +
            'An event named gap says that some may have been missed.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...problems([...signedIn]),
      },
      security: [{ bearer: [] }],
    },
  },
  '/files': {
    post: tus('create', 'Announces an upload (tus 1.0).', {
      parameters: [
        version,
        header('Upload-Length', true, 'How many bytes will come.'),
        header(
          'Upload-Metadata',
          true,
          'kind (glb, texture, icon, psd, archive), and optionally filename and sha256 (hex), each in base64.',
        ),
        header('Idempotency-Key', false, 'Sent again, it answers the upload it announced before.'),
      ],
      responses: {
        201: { description: 'Created; send the bytes to Location.' },
        ...problems([
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
    head: tus('progress', 'Tells how many bytes of an upload have arrived.', {
      parameters: [id, version],
      responses: { 200: { description: 'See Upload-Offset.' }, ...problems([...signedIn, 'NOT_FOUND']) },
    }),
    patch: tus('append', 'Sends bytes from an offset on; the last ones finish the upload.', {
      parameters: [id, version, header('Upload-Offset', true, 'Where these bytes begin.')],
      requestBody: { required: true, content: { 'application/offset+octet-stream': {} } },
      responses: {
        204: { description: 'Received; Upload-Offset tells how far the upload is.' },
        409: { description: 'The offset does not match the upload.' },
        ...problems([
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
    delete: tus(
      'terminate',
      'Gives an upload up; its file is removed too, where nothing refers to it and nobody else sent it.',
      {
        parameters: [id, version],
        responses: { 204: { description: 'Deleted.' }, ...problems([...signedIn, 'NOT_FOUND']) },
      },
    ),
  },
  '/files/{sha256}.{ending}': {
    get: {
      operationId: 'uploads.read',
      tags: ['uploads'],
      summary: 'A stored file, for everyone; it never changes. Takes Range and If-None-Match.',
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
        ...problems(['NOT_FOUND']),
      },
      security: [],
    },
  },
}
