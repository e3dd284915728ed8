import type { FormField } from '../../machines/rules/form.ts'

/** The password of a form that can do without one: it stands there only while that `way` is chosen. */
export const PASSWORD_FIELD: FormField = { name: 'password', kind: 'value', when: { name: 'way', is: 'password' } }
