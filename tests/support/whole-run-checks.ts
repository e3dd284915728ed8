import { contract } from '../../src/api/contract/index.ts'
import type { ExercisedNames } from './record-coverage.ts'

/** Returns messages about endpoints and machines that a whole run did not cover. */
export function checkExercisedNames(exercised: readonly ExercisedNames[], machines: readonly string[]): string[] {
  const calls = new Set(exercised.flatMap((names) => names.calls))
  const exercisedMachines = new Set(exercised.flatMap((names) => names.machines))
  const endpoints = Object.entries(contract).flatMap(([service, endpointsByName]) =>
    Object.keys(endpointsByName).map((name) => `${service}.${name}`),
  )
  return [
    ...endpoints
      .filter((name) => !calls.has(name))
      .map((name) => `${name}: no test received a successful response from the server`),
    ...machines
      .filter((name) => !exercisedMachines.has(name))
      .map((name) => `${name}: no test replayed the approved record`),
  ]
}
