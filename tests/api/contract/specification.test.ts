import { expect, test } from 'vitest'
import type { Endpoint } from '../../../src/api/contract/endpoint.ts'
import { contract } from '../../../src/api/contract/index.ts'

/** Calls of the specification (§7), in its notation. */
const PUBLIC = `
POST v1/auth/signup/passwordless
POST v1/auth/request-login-code
POST v1/auth/signup
POST v1/auth/login
POST v1/auth/refresh
POST v1/auth/logout
POST v1/users/reset-password
PATCH v1/users/password-by-code
POST v1/users/verify
GET v1/users/email/{email}
POST v1/auth/password-id-verification
POST v1/cage-meshes
PATCH v1/cage-meshes/{id}
GET v1/cage-meshes
GET v1/cage-meshes/{id}
GET v1/tags
POST v1/tags
PUT v1/tags/{tagId}
POST v1/tags/set-tag
POST v1/tags/remove-tag
DELETE v1/tags/{tagId}
GET v1/user-assets/{userId}
`
/** Calls that exist below `private/` too. */
const TWINNED = `
POST v1/application-assets/{id}/sync-with-parent
POST v1/application-morphed-assets
POST v1/assets
PATCH v1/assets/{id}
DELETE v1/assets/{id}
POST v1/assets/{id}/generate-icon-from-model
GET v1/assets
GET v1/assets/{id}
GET v1/assets/export/{applicationId}
GET v1/assets/authorize-default
GET v1/assets/authorized
GET v1/assets/editable
GET v1/assets/countByType
GET v1/assets/{id}/backoffice-changelog
GET v1/assets/{id}/application
POST v1/assets/{id}/application
PATCH v1/assets/{id}/application
DELETE v1/assets/{id}/application
POST v1/assets/validate
POST v1/assets/predict-texture
PUT v1/assets/{id}/lock
PUT v1/assets/{id}/unlock
GET v1/morphed-asset-queue/status
GET v1/morphed-asset-queue
POST v1/morphed-assets/generate
`
const PRIVATE = `
POST private/v1/assets/using-template
GET private/v1/morphed-assets/status
GET private/v1/morphed-assets
POST private/v1/cage-meshes
POST private/v1/user-assets/{userId}
DELETE private/v1/user-assets/{userId}
GET private/v1/user-assets/{userId}
`
/** Calls that the specification does not have. */
const OURS = `
POST v1/users/verification-link
POST v1/assets/{id}/revert
POST private/v1/assets/{id}/revert
GET v1/assets/{id}/turntable
GET private/v1/assets/{id}/turntable
GET v1/assets/{id}/source
GET private/v1/assets/{id}/source
GET v1/assets/{id}/variants
POST v1/assets/{id}/variants
POST v1/assets/{id}/variants/{recipe}/adopt
GET private/v1/assets/{id}/variants
POST private/v1/assets/{id}/variants
POST private/v1/assets/{id}/variants/{recipe}/adopt
GET v1/assets/duplicates
GET private/v1/assets/duplicates
GET v1/assets/{id}/usage
GET private/v1/assets/{id}/usage
GET v1/assets/trash
POST v1/assets/{id}/restore
DELETE v1/assets/trash/{id}
GET private/v1/assets/trash
POST private/v1/assets/{id}/restore
DELETE private/v1/assets/trash/{id}
POST v1/cage-meshes/carry
GET v1/users
GET v1/users/{id}
PUT v1/users/{id}/role
GET v1/users/{id}/sessions
DELETE v1/auth/sessions/{sessionId}
DELETE v1/users/{id}/sessions
DELETE v1/users/{id}/sessions/{sessionId}
POST v1/tags/{tagId}/merge
PUT v1/assets/{id}/presence
GET v1/presence
GET v1/views
POST v1/views
PATCH v1/views/{id}
DELETE v1/views/{id}
GET v1/audit
GET v1/audit/own
GET v1/audit/assets
GET v1/audit/events
GET v1/api-tokens
POST v1/api-tokens
DELETE v1/api-tokens/{id}
GET v1/applications
GET v1/applications/{id}
POST v1/auth/request-proof-code
POST v1/auth/prove
GET v1/auth/sessions
DELETE v1/auth/sessions
PATCH v1/users/me
PATCH v1/users/me/password
GET v1/files/{id}
POST v1/assets/import
POST private/v1/assets/import
GET v1/assets/import/{importId}
GET private/v1/assets/import/{importId}
GET v1/files/usage
GET v1/jobs
GET v1/jobs/{id}
POST v1/jobs/{id}/retry
POST v1/jobs/{id}/cancel
GET health
GET v1/webhooks
POST v1/webhooks
PATCH v1/webhooks/{id}
DELETE v1/webhooks/{id}
POST v1/webhooks/{id}/rotate-secret
GET v1/webhooks/{id}/deliveries
POST v1/webhooks/{id}/deliveries/{deliveryId}/send-again
`
const lines = (text: string) => text.trim().split('\n')
const SPECIFIED = [
  ...lines(PUBLIC),
  ...lines(TWINNED),
  ...lines(TWINNED).map((call) => call.replace(' ', ' private/')),
  ...lines(PRIVATE),
]
const answered = Object.values(contract).flatMap((service) =>
  Object.values<Endpoint>(service).map(({ method, path }) => `${method} ${path}`),
)

test('the specification has 79 calls', () => {
  expect(new Set(SPECIFIED).size).toBe(79)
})

test('the contract has every call of the specification under the same path, and only listed additions', () => {
  expect([...answered].sort()).toEqual([...SPECIFIED, ...lines(OURS)].sort())
})
