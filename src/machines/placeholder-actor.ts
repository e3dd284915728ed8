import { fromPromise, type NonReducibleUnknown } from 'xstate'

/** Placeholder for an actor that `provide` must supply. Rejects with the actor's name if the actor was not provided. */
export const placeholderActor = <Output, Input = NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor '${name}' must be provided`)))
