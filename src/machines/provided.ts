import { fromPromise, type NonReducibleUnknown } from 'xstate'

/** Holds the place of an actor that `provide` must hand in; a machine that reaches it unprovided is told its name. */
export const provided = <Output, Input = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor '${name}' must be provided`)))
