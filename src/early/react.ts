// Replaces React for components that are rendered only once.
export { createElement, Fragment } from './mini-jsx.ts'

interface Context<T> {
  value: T
}

export const createContext = <T>(value: T): Context<T> => ({ value })
export const useContext = <T>(context: Context<T>): T => context.value
export const useState = <T>(first: T | (() => T)) => [first instanceof Function ? first() : first, () => {}] as const
export const useRef = <T>(current: T) => ({ current })
export const useMemo = <T>(make: () => T): T => make()
export const useCallback = <T>(callback: T): T => callback
export const useEffectEvent = useCallback
export const useSyncExternalStore = <T>(_: unknown, read: () => T): T => read()
export const useId = () => {
  ids += 1
  return `early-${ids}`
}
let ids = 0
/** Never called, because a prerendered page includes all its messages. */
export const use = () => {}
export const useEffect = () => {}
export { useEffect as useLayoutEffect }
export const memo = useCallback
/** Calls the component with a ref of null, because no prerendered component uses a ref. */
export const forwardRef =
  <P>(view: (props: P, ref: null) => unknown) =>
  (props: P) =>
    view(props, null)
