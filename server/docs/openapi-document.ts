import { ERROR_STATUS, type ErrorCode } from '../../src/api/contract/errors.ts'
import { PROBLEM_TYPE } from '../errors/http-error.ts'

export interface JsonObject {
  [key: string]: unknown
}

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

export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: JsonObject & { schemas: Record<string, JsonObject> }
}

/** Returns the error responses by status; each lists all codes of its status. */
export function createProblemResponses(codes: readonly ErrorCode[]): Record<string, JsonObject> {
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
