import type { FormField } from '../../machines/rules/form.ts'

/** Password field of a form with an optional password, shown only while `way` is `password`. */
export const PASSWORD_FIELD: FormField = { name: 'password', kind: 'value', when: { name: 'way', is: 'password' } }
