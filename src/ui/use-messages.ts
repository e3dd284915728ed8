import { useEffect, useSyncExternalStore } from 'react'
import { useAtelier } from './context.ts'
import { type LazyModule, lazyModule, subscribeToLazyModules } from './kit/loading/lazy-module.ts'
import type { MessageCatalog, Translator } from './messages.ts'
import type { TranslateOf } from './use-translate.ts'

const lazyCatalogs = new WeakMap<Translator['loadMessages'], Map<MessageCatalog, LazyModule<true>>>()

/** Returns the lazy chunk with the messages of a catalog that belongs to no route. */
function lazyCatalog(loadMessages: Translator['loadMessages'], catalog: MessageCatalog): LazyModule<true> {
  const modules = lazyCatalogs.get(loadMessages) ?? new Map<MessageCatalog, LazyModule<true>>()
  lazyCatalogs.set(loadMessages, modules)
  const module = modules.get(catalog) ?? lazyModule(() => loadMessages(catalog).then(() => true as const))
  modules.set(catalog, module)
  return module
}

const loadNothing: Translator['loadMessages'] = async () => {}

/**
 * Loads the messages of a view that belongs to no route. Returns the translate function once they are loaded. For `false`, loads
 * nothing. `prefetch` is for views that the user has not opened: a failed load is not reported.
 */
export function useMessages<Catalog extends MessageCatalog>(
  catalog: Catalog | false,
  how: 'load' | 'prefetch' = 'load',
): TranslateOf<Catalog> | undefined {
  const { translate, loadMessages = loadNothing } = useAtelier()
  const module = catalog === false ? undefined : lazyCatalog(loadMessages, catalog)
  const isLoaded = useSyncExternalStore(subscribeToLazyModules, () => module?.getLoaded())
  useEffect(() => void module?.[how]().catch(() => {}), [module, how])
  return module !== undefined && (isLoaded ?? loadMessages === loadNothing) ? translate : undefined
}
