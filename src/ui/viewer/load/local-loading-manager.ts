import { LoadingManager } from 'three'

/**
 * Creates a loading manager that allows only `blob:` and `data:` URLs. Any other URL becomes an empty URL, so that the image
 * fails to load and its texture map is left out.
 */
export function createLocalLoadingManager(): LoadingManager {
  const manager = new LoadingManager()
  manager.setURLModifier((address) => (/^(?:blob|data):/.test(address) ? address : EMPTY_URL))
  return manager
}

const EMPTY_URL = 'data:,'
