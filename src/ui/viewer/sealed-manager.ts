import { LoadingManager } from 'three'

/** A manager that lets a file name only what it holds itself; every other address becomes a clear pixel. */
export function sealedManager(): LoadingManager {
  const manager = new LoadingManager()
  manager.setURLModifier((address) => (/^(?:blob|data):/.test(address) ? address : CLEAR_PIXEL))
  return manager
}

const CLEAR_PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
