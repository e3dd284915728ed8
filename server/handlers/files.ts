import type { files as contract } from '../../src/api/contract/files.ts'
import type { Deps } from '../boot/deps.ts'
import { notFoundError } from '../errors/http-error.ts'
import { readStorageUsage } from '../files/quota.ts'
import type { ServiceHandlers } from './bind-routes.ts'

export const createFileHandlers = ({ db, files }: Deps): ServiceHandlers<typeof contract> => ({
  async describe({ params }, { caller }) {
    const upload = await files.findFinished(params.id, caller.id)
    if (!upload) throw notFoundError('The upload')
    return upload
  },

  async usage(_, { caller }) {
    return { ...(await readStorageUsage(db, caller.id)), quotaBytes: files.quota.bytes }
  },
})
