// eslint.config.js: the linter and the layout of all JavaScript here: the page, its tests, and the tests in node (tests/static.sh js;
// with PENNA_FIX=1 it mends what it can). Layout is checked, not chosen: lines are broken where whoever writes them breaks them.

import js from '@eslint/js';
import stylistic from '@stylistic/eslint-plugin';
import globals from 'globals';

const LINE = 200; // as long as a line may be

const layout = {
  '@stylistic/indent': ['error', 2, { SwitchCase: 1, ignoredNodes: ['CallExpression', 'ConditionalExpression', 'ArrayExpression', 'TemplateLiteral *'] }],
  '@stylistic/max-len': ['error', { code: LINE, ignoreStrings: true, ignoreTemplateLiterals: true }],
  '@stylistic/semi': 'error',
  '@stylistic/quotes': ['error', 'single', { avoidEscape: true }],
  '@stylistic/comma-dangle': ['error', 'only-multiline'],
  '@stylistic/comma-spacing': 'error',
  '@stylistic/comma-style': 'error',
  '@stylistic/brace-style': ['error', '1tbs', { allowSingleLine: true }],
  '@stylistic/space-before-blocks': 'error',
  '@stylistic/space-before-function-paren': ['error', { anonymous: 'always', named: 'never', asyncArrow: 'always' }],
  '@stylistic/space-infix-ops': 'error',
  '@stylistic/space-in-parens': 'error',
  '@stylistic/object-curly-spacing': ['error', 'always'],
  '@stylistic/array-bracket-spacing': 'error',
  '@stylistic/keyword-spacing': 'error',
  '@stylistic/key-spacing': 'error',
  '@stylistic/arrow-spacing': 'error',
  '@stylistic/arrow-parens': 'error',
  '@stylistic/block-spacing': 'error',
  '@stylistic/spaced-comment': 'error',
  '@stylistic/operator-linebreak': ['error', 'before'],
  '@stylistic/quote-props': ['error', 'as-needed'],
  '@stylistic/no-multi-spaces': ['error', { ignoreEOLComments: true }],
  '@stylistic/no-multiple-empty-lines': ['error', { max: 1, maxEOF: 0, maxBOF: 0 }],
  '@stylistic/no-trailing-spaces': 'error',
  '@stylistic/no-tabs': 'error',
  '@stylistic/eol-last': 'error',
  '@stylistic/lines-between-class-members': 'error',
  '@stylistic/padded-blocks': ['error', 'never'],
};

const sense = {
  ...js.configs.recommended.rules,
  'no-unused-vars': ['error', { args: 'after-used', ignoreRestSiblings: true }],
  'no-shadow': ['error', { builtinGlobals: false }],
  'no-var': 'error',
  'prefer-const': ['error', { destructuring: 'all' }],
  eqeqeq: 'error',
  'no-return-assign': 'error',
  'no-throw-literal': 'error',
  'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
  'no-useless-rename': 'error',
  'object-shorthand': 'error',
  'prefer-template': 'error',
  'no-eval': 'error',
  'no-implied-eval': 'error',
};

export default [
  { ignores: ['**/node_modules/**', 'build*/**'] },
  { plugins: { '@stylistic': stylistic }, rules: { ...sense, ...layout }, linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['web/**'], languageOptions: { globals: globals.browser } },
  { files: ['web/*worker.mjs', 'web/weights.mjs'], languageOptions: { globals: globals.worker } },
  { files: ['web/sw.js'], languageOptions: { sourceType: 'script', globals: globals.serviceworker } },
  { files: ['tests/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } } }, // parts of them run in a page
];
