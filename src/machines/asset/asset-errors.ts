import { ApiError } from '../../api/contract/errors.ts'

/** Returns whether the asset does not exist or its id is malformed. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const isLocked = (error: unknown): boolean => error instanceof ApiError && error.code === 'ASSET_LOCKED'

/** Returns whether the asset was changed after the version that the request was based on. */
export const isStaleWrite = (error: unknown): boolean => error instanceof ApiError && error.code === 'STALE_WRITE'
