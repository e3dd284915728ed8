import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { Application } from '../../src/api/contract/applications.ts'
import { ApplicationPlacement, Asset, ChangelogEntry, NewAsset } from '../../src/api/contract/assets.ts'
import { SessionData } from '../../src/api/contract/auth.ts'
import { type Contract, type Endpoint, getRequiredRight, needsProof } from '../../src/api/contract/endpoint.ts'
import { ErrorBody, type ErrorCode } from '../../src/api/contract/errors.ts'
import { StoredFile } from '../../src/api/contract/files.ts'
import { Pagination } from '../../src/api/contract/list.ts'
import { NewTag, Tag } from '../../src/api/contract/tags.ts'
import { createProblemResponses, type JsonObject, type OpenApi, type Operation } from './openapi-document.ts'
import { uncontractedPaths } from './uncontracted-paths.ts'

const DEFINITIONS = {
  Application,
  Asset,
  AssetLink: ApplicationPlacement,
  ChangelogEntry,
  Error: ErrorBody,
  NewAsset,
  NewTag,
  Pagination,
  SessionData,
  StoredFile,
  Tag,
} as unknown as Record<string, v.GenericSchema>

const config = (typeMode: 'input' | 'output'): ConversionConfig => ({
  typeMode,
  errorMode: 'ignore',
  definitions: DEFINITIONS,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
})

/** Converts the contract to an OpenAPI 3.1 document, including the tus calls, the stored files and the event stream. */
export function createOpenApi(contract: Contract): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const [service, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = `/${endpoint.path}`
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: createOperation(service, name, endpoint) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version: '1',
      description:
        'Accounts, 3D assets, applications, tags and files. Times are ISO 8601 UTC, ids UUIDv7. ' +
        'A failed call returns `error` with a specific code, along with the members of RFC 9457.',
    },
    servers: [{ url: '/' }],
    tags: [...Object.keys(contract), 'uploads', 'events'].map((name) => ({ name })),
    paths: { ...paths, ...uncontractedPaths },
    components: {
      schemas: toJsonSchemaDefs(DEFINITIONS, config('output')) as unknown as Record<string, JsonObject>,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT or API token' } },
    },
  }
}

function createOperation(service: string, name: string, endpoint: Endpoint): Operation {
  const { summary, access, body, returns, status = 200, query, path, idempotent, method, media } = endpoint
  const acceptsIfMatch = (path === 'v1/assets/{id}' && method !== 'GET') || /\/(revert|sync-with-parent)$/.test(path)
  const description = [...(endpoint.description ? [endpoint.description] : []), ...describeRequirements(endpoint)].join(
    ' ',
  )
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, hole]) => createParameter('path', hole!, true, { type: 'string' })),
    ...(query ? createQueryParameters(convertSchema(query, 'input')) : []),
    ...(idempotent ? [createParameter('header', 'Idempotency-Key', false, { type: 'string', maxLength: 255 })] : []),
    ...(acceptsIfMatch ? [createParameter('header', 'If-Match', false, { type: 'string' })] : []),
  ]
  return {
    operationId: `${service}.${name}`,
    tags: [service],
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: describeJson(convertSchema(body, 'input')) } } : {}),
    responses: {
      [status]: {
        description: 'Done.',
        content: media ? describeFile(media) : describeJson(convertSchema(returns, 'output')),
      },
      ...(media ? RANGE_RESPONSES : {}),
      ...createProblemResponses(listErrorCodes(service, name, endpoint)),
    },
    security: access === 'anyone' ? [] : [{ bearer: [] }],
    ...(description ? { description } : {}),
  }
}

/** Returns the requirements of a call in addition to a token, one sentence each. */
function describeRequirements({ access, provenBy }: Endpoint): string[] {
  const right = getRequiredRight(access)
  const unless = provenBy ? `, or \`${provenBy}\`` : ''
  return [
    ...(right ? [`Needs permission to ${right[0]} ${right[1]}.`] : []),
    ...(needsProof(access)
      ? [
          `Needs a session that was confirmed with a password or code within the last 10 minutes${unless}. Not with an API token.`,
        ]
      : []),
  ]
}

function listErrorCodes(
  service: string,
  name: string,
  { access, body, query, path, idempotent, method }: Endpoint,
): ErrorCode[] {
  const signedIn: ErrorCode[] = access === 'anyone' ? [] : ['NOT_SIGNED_IN', 'TOKEN_EXPIRED', 'FORBIDDEN']
  const proof: ErrorCode[] = needsProof(access) ? ['FRESH_AUTH_REQUIRED'] : []
  const form: ErrorCode[] = body || query || path.includes('{email}') ? ['INVALID_INPUT'] : []
  const notFoundCodes: ErrorCode[] = /\{(id|tagId)\}/.test(path) ? ['NOT_FOUND'] : []
  return [
    ...form,
    ...signedIn,
    ...proof,
    ...notFoundCodes,
    ...(idempotent ? IDEMPOTENT_CODES : []),
    ...(OWN_CODES[`${service}.${name}`] ?? []),
    'INTERNAL',
    'UNAVAILABLE',
    ...(method === 'GET' ? [] : STORAGE_FULL_CODES),
  ]
}

const STORAGE_FULL_CODES: ErrorCode[] = ['STORAGE_FULL']
const IDEMPOTENT_CODES: ErrorCode[] = ['IDEMPOTENCY_CONFLICT']
const OWN_CODES: Record<string, ErrorCode[]> = {
  'assets.create': ['FILE_UNKNOWN', 'MODEL_INVALID'],
  'assets.update': ['STALE_WRITE', 'FILE_UNKNOWN', 'MODEL_INVALID', 'ASSET_LOCKED'],
  'assets.revert': ['STALE_WRITE', 'FILE_UNKNOWN', 'ASSET_LOCKED'],
  'assets.remove': ['STALE_WRITE', 'ASSET_LOCKED'],
  'assets.restore': ['ASSET_LOCKED'],
  'assets.addToApplication': ['ASSET_LOCKED'],
  'assets.updateApplication': ['ASSET_LOCKED'],
  'assets.removeFromApplication': ['ASSET_LOCKED'],
  'applicationAssets.syncWithParent': ['NO_PARENT', 'STALE_WRITE', 'ASSET_LOCKED'],
  'privateAssets.usingTemplate': ['FILE_UNKNOWN', 'MODEL_INVALID'],
  'assets.export': ['NOT_FOUND', 'EXPORT_TOO_LARGE'],
  'assets.import': ['FILE_UNKNOWN', 'IMPORT_RUNNING'],
  'assets.importStatus': ['NOT_FOUND'],
  'tags.create': ['NAME_TAKEN'],
  'tags.update': ['NAME_TAKEN'],
  'tags.setTag': ['NOT_FOUND'],
  'tags.removeTag': ['NOT_FOUND'],
  'auth.signup': ['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
  'auth.signupPasswordless': ['TOO_MANY_REQUESTS'],
  'auth.requestLoginCode': ['TOO_MANY_REQUESTS'],
  'auth.login': ['WRONG_CREDENTIALS', 'WRONG_CODE', 'CODE_REQUIRED', 'PASSWORD_REQUIRED', 'TOO_MANY_REQUESTS'],
  'auth.refresh': ['REFRESH_TOKEN_EXPIRED', 'REFRESH_TOKEN_REVOKED', 'REFRESH_TOKEN_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  'users.emailExists': ['TOO_MANY_REQUESTS'],
  'users.resetPassword': ['TOO_MANY_REQUESTS'],
  'users.passwordByCode': ['WRONG_CODE', 'LINK_EXPIRED', 'LINK_USED', 'TOO_MANY_REQUESTS'],
  'users.verify': ['WRONG_CODE', 'LINK_EXPIRED', 'LINK_USED', 'PASSWORD_REQUIRED', 'TOO_MANY_REQUESTS'],
  'views.create': ['NAME_TAKEN', 'LIMIT_REACHED'],
  'views.update': ['NAME_TAKEN'],
  'apiTokens.create': ['LIMIT_REACHED', 'TOO_MANY_REQUESTS', 'TOKEN_ALREADY_MADE'],
  'accounts.giveRole': ['OWN_ROLE', 'EMAIL_NOT_VERIFIED'],
  'webhooks.create': ['LIMIT_REACHED', 'WEBHOOK_ALREADY_MADE'],
  'users.changePassword': ['TOO_MANY_REQUESTS'],
}

function convertSchema(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = toJsonSchema(schema, config(typeMode)) as JsonObject
  return rest
}

function createQueryParameters(schema: JsonObject): JsonObject[] {
  const required = (schema.required ?? []) as string[]
  const properties = (schema.properties ?? {}) as Record<string, JsonObject>
  return Object.entries(properties).map(([name, property]) =>
    createParameter('query', name, required.includes(name), simplifySchema(property)),
  )
}

/**
 * Simplifies the schema of a query parameter, which is text on the wire. The choice of a number or its digits becomes an integer,
 * and the choice of one value or many becomes an array.
 */
function simplifySchema(schema: JsonObject): JsonObject {
  const choices = schema.anyOf as JsonObject[] | undefined
  const many = choices?.find(({ type }) => type === 'array')
  if (many) return many
  if (!choices?.some(({ type }) => type === 'number')) return schema
  const { anyOf: _, ...rest } = schema
  return { type: 'integer', minimum: 1, ...rest }
}

const createParameter = (location: string, name: string, required: boolean, schema: JsonObject): JsonObject => ({
  name,
  in: location,
  required,
  schema,
})

const describeFile = (media: string): JsonObject => ({ [media]: { schema: { type: 'string', format: 'binary' } } })

/** Additional responses of a file for range and conditional requests (RFC 9110). */
const RANGE_RESPONSES = {
  206: { description: 'The range that `Range` requests, or the whole file if `If-Range` names another version.' },
  304: { description: 'Not modified since the version that `If-None-Match` names.' },
  416: { description: 'The requested range cannot be satisfied.' },
}

const describeJson = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })
