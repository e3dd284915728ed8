import { LoadingManager } from 'three'

/** A manager that lets a file name only what it holds itself; every other address holds nothing, so that the picture fails and its map is left out. */
export function sealedManager(): LoadingManager {
  const manager = new LoadingManager()
  manager.setURLModifier((address) => (/^(?:blob|data):/.test(address) ? address : NOTHING))
  return manager
}

const NOTHING = 'data:,'
