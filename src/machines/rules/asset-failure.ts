import { ApiError } from '../../api/contract/errors.ts'

/** The asset is not there, or its id is none. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Somebody locked the asset in the meantime. */
export const isLocked = (error: unknown): boolean => error instanceof ApiError && error.code === 'ASSET_LOCKED'

/** Somebody changed the asset after the version that the change was made to. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'STALE_WRITE'
