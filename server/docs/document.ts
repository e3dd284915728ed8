import { ERROR_STATUS, type ErrorCode } from '../../src/api/contract/errors.ts'
import { PROBLEM_TYPE } from '../errors.ts'

/** A JSON value of the document. */
export interface JsonObject {
  [key: string]: unknown
}

/** One operation of an OpenAPI document, as far as ours use it. */
export interface Operation extends JsonObject {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  parameters?: JsonObject[]
  requestBody?: JsonObject
  responses: Record<string, JsonObject>
  security: JsonObject[]
}

/** An OpenAPI 3.1 document, as far as ours uses it. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: JsonObject & { schemas: Record<string, JsonObject> }
}

/** Failed answers by their status; those of one status name all its codes. */
export function problems(codes: readonly ErrorCode[]): Record<string, JsonObject> {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].sort()
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes.filter((code) => ERROR_STATUS[code] === status).join(', '),
        content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}
