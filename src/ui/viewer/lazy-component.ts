/** Wraps a component's import for `lazy`. Renders nothing if the code cannot be loaded. */
export const withEmptyFallback = <ComponentType>(
  loading: Promise<ComponentType>,
): Promise<{ default: ComponentType }> =>
  loading.then(
    (component) => ({ default: component }),
    () => ({ default: (() => null) as ComponentType }),
  )
