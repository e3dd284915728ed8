/** Returns the page's navigator with some properties replaced, for `vi.stubGlobal('navigator', …)`. */
export const navigatorWith = (values: Readonly<Record<string, unknown>>): Navigator =>
  new Proxy(navigator, {
    // jsdom's getters accept only the original navigator as receiver.
    get: (real, name) => (name in values ? values[name as string] : Reflect.get(real, name, real)),
  })
