// eslint.config.js: the linter and the layout of all JavaScript here: the page, its tests, and the tests in node (tests/static.sh js;
// with PENNA_FIX=1 it mends what it can). Layout is checked, not chosen: lines are broken where whoever writes them breaks them.

import js from '@eslint/js';
import stylistic from '@stylistic/eslint-plugin';
import globals from 'globals';

const LINE = 200; // as long as a line may be

// Texts for people. What t(), tc() and N_() are given must stand there plainly, in single quotes, or come from where it does: other
// forms neither xgettext (tools/messages.sh) nor tests/words.py would find, and nobody would miss them. And what h() shows must
// have gone through them.
const isText = (node) => node?.type === 'Literal' && typeof node.value === 'string';
const isPlain = (node) => isText(node) && node.raw.startsWith("'");
const says = (node) => (isText(node) ? node.value : node?.type === 'TemplateLiteral' ? node.quasis.map((part) => part.value.cooked).join(' ') : '');
const inWords = (node) => /\p{L}{2}/u.test(says(node).replace('Penna', ''));
const SPOKEN = ['aria-label', 'title', 'alt', 'textContent']; // a placeholder shows what is typed, which no language changes
const comesFrom = (node) => ['Identifier', 'MemberExpression', 'ChainExpression'].includes(node.type)
  || (node.type === 'LogicalExpression' && comesFrom(node.left) && comesFrom(node.right));

const texts = {
  meta: { messages: { form: 'a text to translate stands in single quotes', words: 'words for people go through t()' } },
  create: (context) => ({
    CallExpression({ callee, arguments: given }) {
      const where = { t: 1, N_: 1, tc: 2 }[callee.name] ?? 0;
      for (const one of given.slice(0, where)) {
        if (!isPlain(one) && !(callee.name === 't' && comesFrom(one))) context.report({ node: one, messageId: 'form' });
      }
      if (callee.name !== 'h') return;
      for (const one of given.slice(2)) if (inWords(one)) context.report({ node: one, messageId: 'words' });
      for (const { key, value } of given[1]?.properties ?? []) {
        if (SPOKEN.includes(key?.name ?? key?.value) && inWords(value)) context.report({ node: value, messageId: 'words' });
      }
    },
    AssignmentExpression({ left, right }) {
      if (SPOKEN.includes(left.property?.name) && inWords(right)) context.report({ node: right, messageId: 'words' });
    },
  }),
};

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
  { files: ['web/**'], plugins: { penna: { rules: { texts } } }, rules: { 'penna/texts': 'error' }, languageOptions: { globals: globals.browser } },
  { files: ['web/*worker.mjs', 'web/weights.mjs'], languageOptions: { globals: globals.worker } },
  { files: ['web/sw.js'], languageOptions: { sourceType: 'script', globals: globals.serviceworker } },
  { files: ['tests/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } } }, // parts of them run in a page
];
